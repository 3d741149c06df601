/** A body's path to the name of the form's field, where they differ: `{ 'brand.color': 'color' }`. */
export type FieldNames = Readonly<Record<string, string>>;

/**
 * What is wrong, at the form's fields. A path that is no field itself belongs to the field it lies in
 * (`broadcasters.0.phone` in `broadcasters`); what belongs to none is left as sentences for the whole form.
 */
export function placeErrors(
  errors: Readonly<Record<string, readonly string[]>>,
  fields: readonly string[],
  names: FieldNames = {},
): { readonly fields: Record<string, string>; readonly rest: readonly string[] } {
  const placed: Record<string, string> = {};
  const rest: string[] = [];
  for (const [path, messages] of Object.entries(errors)) {
    const message = messages[0];
    if (message === undefined) continue;
    const field =
      names[path] ?? fields.find((name) => name === path) ?? fields.find((name) => path.startsWith(`${name}.`));
    if (field === undefined) rest.push(message);
    else placed[field] ??= message;
  }
  return { fields: placed, rest };
}
