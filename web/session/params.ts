import { createContext, useContext } from 'react';
import type { Params } from './guard.ts';

export const RouteParams = createContext<Params>({});
/** A parameter of this screen's path: `useRouteParam('id')` of `/admin/agencies/{id}/edit`. */
export function useRouteParam(name: string): string {
  const value = useContext(RouteParams)[name];
  if (value === undefined) throw new Error(`This screen's path has no parameter ${name}.`);
  return value;
}
