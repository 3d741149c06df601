import { createContext, useContext } from 'react';

/** Begins to load what stands behind the sign-in. A guest's screen does not know what that is, only that it is wanted soon. */
export const Foresee = createContext<() => void>(() => undefined);
export const useForesee = (): (() => void) => useContext(Foresee);
