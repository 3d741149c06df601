import { createContext, useContext } from 'react';

/** Says to those who do not see it what a key has done: moved, removed, taken back. */
export const Say = createContext<(words: string) => void>(() => undefined);
export const useSay = (): ((words: string) => void) => useContext(Say);
