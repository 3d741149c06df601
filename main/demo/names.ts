import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';

/** Ids of a demo are the same in every installation and at every start. */
export const id = (...name: string[]): string => uuidV5(namespaces.demo, ...name);
