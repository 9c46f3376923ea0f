import { createContext } from 'react';

/** On the server the mark of its own inline scripts; the browser gets pages without it. */
export const NonceContext = createContext<string | undefined>(undefined);
