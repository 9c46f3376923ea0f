import { createContext } from 'react';

/** Characters that this shop asks of a new password. Apart from its schema: the frame of all pages provides it. */
export const ShortestPassword = createContext(0);
