import { createContext, useContext } from 'react';

/** Begins to load what stands behind the sign-in. A guest's screen does not know what that is, only that it is wanted soon. */
export const Prefetch = createContext<() => void>(() => undefined);
export const usePrefetch = (): (() => void) => useContext(Prefetch);
