import { useMemo, useState } from 'react';

interface Chosen {
  readonly about: string;
  readonly everybody: boolean;
  readonly ids: ReadonlySet<string>;
  readonly except: ReadonlySet<string>;
}
const nobody: ReadonlySet<string> = new Set();

/** Which rows are ticked: some of them, or all on all pages but some. What is looked at has changed: nobody is. */
export function useChosen(about: string) {
  const fresh: Chosen = { about, everybody: false, ids: nobody, except: nobody };
  const [held, setChosen] = useState<Chosen>(fresh);
  const chosen = held.about === about ? held : fresh;
  return useMemo(
    () => ({
      ...chosen,
      has: (id: string) => (chosen.everybody ? !chosen.except.has(id) : chosen.ids.has(id)),
      toggle: (ids: readonly string[], on: boolean) => {
        const name = chosen.everybody ? 'except' : 'ids';
        const next = new Set(chosen[name]);
        for (const id of ids)
          if (on === chosen.everybody) next.delete(id);
          else next.add(id);
        setChosen({ ...chosen, [name]: next });
      },
      all: () => {
        setChosen({ ...chosen, everybody: true, ids: nobody, except: nobody });
      },
      clear: () => {
        setChosen({ about: chosen.about, everybody: false, ids: nobody, except: nobody });
      },
    }),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `chosen` is `held`, or nothing for what is looked at now
    [held, about],
  );
}
