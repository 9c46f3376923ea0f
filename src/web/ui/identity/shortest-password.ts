import { createContext } from 'react';

/** Minimum length of a new password. Separate from its schema, because the frame of all pages provides it. */
export const ShortestPassword = createContext(0);
