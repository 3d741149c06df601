import { useSyncExternalStore } from 'react';
import type { StepFigures } from '../figures.ts';

/** What a step's card shows. Plain values: two that say the same are the same, and nothing is drawn again. */
export interface StepView extends StepFigures {
  readonly name: string;
  /** What it is, where its name does not say so. */
  readonly kindWord: string;
  readonly summary: string;
  readonly isWrong: boolean;
  /** Nothing is wrong with it, but something is still to be said. */
  readonly isUnset: boolean;
  readonly isOff: boolean;
  readonly isOpen: boolean;
  readonly isChosen: boolean;
  /** Where the keyboard gets in. */
  readonly isCurrent: boolean;
  /** Why people left here, and by what it was held back. */
  readonly whys: string;
  /** On the path of a run: the how manieth deeds of it were here. `off`: it did not come here. */
  readonly path: 'on' | 'at' | 'off' | null;
}
/** What stands at the beginning of a way. */
export interface WayView {
  readonly words: string;
  /** How often it was taken; null: nothing is counted here. */
  readonly taken: number | null;
  readonly path: 'on' | 'off' | null;
}

/**
 * What the cards show, beside the graph: who types, and figures that come in, draw the card they are about again and no
 * other. By the id of a spot.
 */
export class Views<View extends object> {
  private views: ReadonlyMap<string, View> = new Map();
  private readonly hearers = new Set<() => void>();

  readonly subscribe = (hear: () => void): (() => void) => {
    this.hearers.add(hear);
    return () => this.hearers.delete(hear);
  };
  readonly of = (id: string): View | undefined => this.views.get(id);

  /** All of them as they are now. */
  put(next: ReadonlyMap<string, View>): void {
    let isSame = next.size === this.views.size;
    const kept = new Map<string, View>();
    for (const [id, view] of next) {
      const was = this.views.get(id);
      const isKept = was !== undefined && alike(was, view);
      kept.set(id, isKept ? was : view);
      isSame &&= isKept;
    }
    if (isSame) return;
    this.views = kept;
    for (const hear of this.hearers) hear();
  }
}
function alike(one: object, other: object): boolean {
  const [a, b] = [one as Record<string, unknown>, other as Record<string, unknown>];
  return Object.keys(a).every((key) => Object.is(a[key], b[key]));
}

export const useView = <View extends object>(views: Views<View>, id: string): View | undefined =>
  useSyncExternalStore(views.subscribe, () => views.of(id));
