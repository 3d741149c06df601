/** A form as Stripe reads it: `items[0][price]=…` makes `{ items: [{ price: '…' }] }`. All values are texts. */
export type FormValue = string | readonly FormValue[] | FormFields;
export interface FormFields {
  readonly [key: string]: FormValue;
}

type Draft = Map<string, Draft | string>;
const maxDepth = 8;

/** Reads what `application/x-www-form-urlencoded` and an address's query hold. Later values of a key win. */
export function readForm(params: URLSearchParams): FormFields {
  const root: Draft = new Map();
  for (const [name, value] of params) {
    const path = name.replace(/\]/g, '').split('[').slice(0, maxDepth);
    let at = root;
    path.forEach((part, index) => {
      const key = part === '' ? String(at.size) : part;
      if (index === path.length - 1) {
        at.set(key, value);
        return;
      }
      const next = at.get(key);
      if (next instanceof Map) at = next;
      else {
        const made: Draft = new Map();
        at.set(key, made);
        at = made;
      }
    });
  }
  return fieldsOf(root);
}

function fieldsOf(draft: Draft): FormFields {
  return Object.fromEntries([...draft].map(([key, value]) => [key, valueOf(value)]));
}

function valueOf(value: Draft | string): FormValue {
  if (typeof value === 'string') return value;
  const keys = [...value.keys()];
  return keys.every((key) => /^\d+$/.test(key)) ?
      keys.sort((one, other) => Number(one) - Number(other)).map((key) => valueOf(value.get(key)!))
    : fieldsOf(value);
}
