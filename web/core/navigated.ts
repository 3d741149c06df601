import { createContext, useContext } from 'react';

export const Navigated = createContext(false);
/** True once the visitor has moved from the first page: from then on a new page's title takes the focus. */
export const useNavigated = (): boolean => useContext(Navigated);
