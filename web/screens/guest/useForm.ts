import { type FormEvent, useState } from 'react';
import { fieldErrors, words } from '../../plain/refusal.ts';

type Faults<K extends string> = Readonly<Partial<Record<K, string | null>>>;

/**
 * A guest's form: its values, what is wrong with which field, what is wrong with all of it. `rules` say what is wrong
 * before anything is sent;
 * `send` throws what the server refused; `refusal` says it where it is about no field.
 */
export function useGuestForm<K extends string>({
  initial,
  rules,
  send,
  refusal = words,
}: {
  readonly initial: Readonly<Record<K, string>>;
  readonly rules: Readonly<Record<K, (value: string) => string | null>>;
  readonly send: (values: Readonly<Record<K, string>>) => Promise<void>;
  readonly refusal?: (error: unknown) => string | null;
}) {
  const [values, setValues] = useState(initial);
  const [faults, setFaults] = useState({} as Faults<K>);
  const [wrong, setWrong] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const names = Object.keys(initial) as K[];

  const submit = async () => {
    const found = Object.fromEntries(names.map((name) => [name, rules[name](values[name])])) as Faults<K>;
    setFaults(found);
    setWrong(null);
    if (names.some((name) => found[name])) return;
    setBusy(true);
    try {
      await send(values);
    } catch (error) {
      const fields = fieldErrors(error, names);
      if (fields) setFaults(fields as Faults<K>);
      else setWrong(refusal(error));
    } finally {
      setBusy(false);
    }
  };

  return {
    values,
    wrong,
    busy,
    field: (name: K) => ({
      name,
      value: values[name],
      error: faults[name] ?? null,
      onChange: (value: string) => {
        setValues((now) => ({ ...now, [name]: value }));
        setFaults((now) => ({ ...now, [name]: null }));
      },
    }),
    onSubmit: (event: FormEvent) => {
      event.preventDefault();
      void submit();
    },
  };
}
