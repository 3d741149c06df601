import type { Place } from '../outline.ts';

interface At {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
/** What stands beside what is come to from the start. */
export type Lane = 'goals' | 'jumped' | 'loose';
/** What stands on the canvas. `place`: where what is added below it goes; null: nothing can be. */
export type Spot = At & { readonly place: Place | null } & (
    | { readonly kind: 'start' }
    | { readonly kind: 'step'; readonly step: string }
    | { readonly kind: 'way'; readonly step: string; readonly exit: string }
    /** Where ways come together. */
    | { readonly kind: 'join' }
    | { readonly kind: 'end' }
    /** On with a step that stands elsewhere. */
    | { readonly kind: 'goes'; readonly step: string }
    | { readonly kind: 'lane'; readonly of: Lane }
  );
