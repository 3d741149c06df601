import { food } from './food.ts';
import { moments } from './moments.ts';
import type { Drawing } from './pen.ts';
import { places } from './places.ts';

/** Every picture of `pictures.ts`, drawn by us. */
export const drawings: readonly Drawing[] = [...food, ...places, ...moments];
