import { createContext, useContext } from 'react';

export const HasNavigated = createContext(false);
/** True once the visitor has moved from the first page: from then on a new page's title takes the focus. */
export const useHasNavigated = (): boolean => useContext(HasNavigated);
