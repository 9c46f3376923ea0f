import { createContext } from 'react';

/** On the server the nonce of its inline scripts; undefined in the browser. */
export const NonceContext = createContext<string | undefined>(undefined);
