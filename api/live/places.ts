/** Counts what each of many has open, up to a limit. */
export function createPlaces(most: number) {
  const taken = new Map<string, number>();
  return {
    /** What gives the place back (once, however often it is called); null when there is none left. */
    take(whose: string): (() => void) | null {
      const count = taken.get(whose) ?? 0;
      if (count >= most) return null;
      taken.set(whose, count + 1);
      let given = false;
      return () => {
        if (given) return;
        given = true;
        const left = (taken.get(whose) ?? 1) - 1;
        if (left === 0) taken.delete(whose);
        else taken.set(whose, left);
      };
    },
  };
}
