import { useForm } from '@mantine/form';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { z } from 'zod';
import { ApiError } from '../../api/errors.ts';
import { showFailure } from '../../session/context.tsx';
import { choose as chosen, compare, type Choice, type Conflict, conflictOf, merge, same } from './conflict.ts';
import { type FieldNames, placeErrors } from './errors.ts';

/** What a form holds: flat, by the API's own names, so that refusals and conflicts find their fields. */
export type Values = Readonly<Record<string, unknown>>;

export interface RecordFormOptions<V extends Values, S extends z.ZodType> {
  /** What the form begins with. While nothing is unsaved, newer values (a refreshed read) take their place. */
  readonly initial: V;
  /** The contract's schema of the body. */
  readonly schema: S;
  /** Where the record was when it was read; null for a new one. It travels in the body as `revision`. */
  readonly revision: number | null;
  /** The body of the values, without the revision; `begin` is what the form began with. Default: the values themselves. */
  readonly toBody?: (values: V, begin: V) => Record<string, unknown>;
  /** Saves. An answer with `data.revision` moves the form on to it. Failures are thrown. */
  readonly save: (body: z.output<S>) => Promise<unknown>;
  readonly onSaved?: (answer: unknown) => void;
  /** A body's path, where it is not the field's name: `{ 'brand.color': 'color' }`. */
  readonly names?: FieldNames;
}

/** What a save was answered with. */
export interface Kept {
  readonly answer: unknown;
}

export interface Field<T> {
  readonly name: string;
  readonly value: T;
  readonly error: ReactNode;
  readonly onBlur: () => void;
  change(this: void, value: T): void;
}

export interface RecordForm<V extends Values> {
  readonly values: V;
  readonly initial: V;
  readonly dirty: boolean;
  readonly saving: boolean;
  /** What was refused and belongs to no field. */
  readonly problems: readonly string[];
  field<K extends keyof V & string>(this: void, name: K): Field<V[K]>;
  set<K extends keyof V & string>(this: void, name: K, value: V[K]): void;
  /** Null: it was refused, or others changed the record. */
  readonly save: () => Promise<Kept | null>;
  readonly discard: () => void;
  readonly conflict: Conflict | null;
  readonly choose: (field: string, choice: Choice) => void;
  /** Saves with the choices made, over the newer revision. */
  readonly settle: () => Promise<Kept | null>;
  readonly dismissConflict: () => void;
}

const revisionOf = (answer: unknown): number | null => {
  const revision = (answer as { data?: { revision?: unknown } } | null)?.data?.revision;
  return typeof revision === 'number' ? revision : null;
};

/** One record in a form: validation with the contract's schema on blur and on submit, refusals at their fields, edits of others seen. */
export function useRecordForm<V extends Values, S extends z.ZodType>(options: RecordFormOptions<V, S>): RecordForm<V> {
  const { schema, names = {} } = options;
  const toBody = options.toBody ?? ((values: V) => ({ ...values }));
  interface From {
    readonly values: V;
    readonly revision: number | null;
  }
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });

  const [begin, setBegin] = useState({ values: options.initial, revision: options.revision });
  const [saving, setSaving] = useState(false);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const bodyOf = (values: V, from: From) => ({
    ...toBody(values, from.values),
    ...(from.revision === null ? {} : { revision: from.revision }),
  });
  const refusals = (values: V, from: From) => {
    const parsed = schema.safeParse(bodyOf(values, from));
    return parsed.success ?
        {}
      : Object.fromEntries(parsed.error.issues.map((issue) => [issue.path.join('.'), [issue.message]]));
  };

  const form = useForm<Record<string, unknown>>({
    mode: 'controlled',
    initialValues: options.initial,
    validateInputOnBlur: true,
    validate: (values) => placeErrors(refusals(values as V, begin), Object.keys(values), names).fields,
  });
  const values = form.values as V;
  const dirty = useMemo(
    () => Object.keys(begin.values).some((name) => !same(values[name], begin.values[name])),
    [values, begin],
  );

  // A refreshed read moves a form on that nobody has written in.
  const fresh = JSON.stringify([options.revision, options.initial]);
  const [seen, setSeen] = useState(fresh);
  if (fresh !== seen) {
    setSeen(fresh);
    if (!dirty && !saving && conflict === null) {
      setBegin({ values: options.initial, revision: options.revision });
      form.setValues(options.initial);
    }
  }

  const put = async (next: V, from: From): Promise<Kept | null> => {
    const wrong = placeErrors(refusals(next, from), Object.keys(next), names);
    form.setErrors(wrong.fields);
    setProblems(wrong.rest);
    if (Object.keys(wrong.fields).length > 0 || wrong.rest.length > 0) return null;
    setSaving(true);
    try {
      const answer = await latest.current.save(schema.parse(bodyOf(next, from)));
      setBegin({ values: next, revision: revisionOf(answer) ?? from.revision });
      setConflict(null);
      latest.current.onSaved?.(answer);
      return { answer };
    } catch (error) {
      const theirs = conflictOf(error);
      if (theirs) {
        setConflict(compare(theirs, next, from.values));
        return null;
      }
      if (error instanceof ApiError && error.status === 422) {
        const refused = placeErrors(error.fields, Object.keys(next), names);
        form.setErrors(refused.fields);
        setProblems(refused.rest);
        // Said at the fields, or above the form's buttons: once is enough.
        if (Object.keys(refused.fields).length > 0 || refused.rest.length > 0) return null;
      }
      showFailure(error);
      return null;
    } finally {
      setSaving(false);
    }
  };

  const field = <K extends keyof V & string>(name: K): Field<V[K]> => ({
    name,
    value: values[name],
    error: form.errors[name],
    onBlur: () => {
      form.validateField(name);
    },
    change: (value) => {
      form.setFieldValue<Record<string, unknown>, string>(name, value);
      form.clearFieldError(name);
    },
  });
  const dismissConflict = useCallback(() => {
    setConflict(null);
  }, []);

  return {
    values,
    initial: begin.values,
    dirty,
    saving,
    problems,
    field,
    conflict,
    dismissConflict,
    set: (name, value) => {
      form.setFieldValue<Record<string, unknown>, string>(name, value);
    },
    save: () => put(values, begin),
    discard: () => {
      form.setValues(begin.values);
      form.clearErrors();
      setProblems([]);
    },
    choose: (name, choice) => {
      setConflict((now) => now && chosen(now, name, choice));
    },
    settle: async () => {
      if (conflict === null) return null;
      const merged = merge(conflict, values, begin.values);
      const from = { values: merged.initial, revision: conflict.revision };
      form.setValues(merged.values);
      setBegin(from);
      setConflict(null);
      return put(merged.values, from);
    },
  };
}
