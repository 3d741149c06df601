/** What an alert to people of a business can say of who joined: `[phone_number]` (specification, section 9). */
export const alertFields = ['phone_number', 'email', 'name', 'keyword'] as const;
type AlertField = (typeof alertFields)[number];
export type AlertValues = Readonly<Record<AlertField, string | null>>;

/**
 * An alert with its fields filled in. Who gave no number is named by what they gave. Values stay what they are: one that
 * looks like a field is none; line breaks in them become spaces. Other brackets stay as they were typed.
 */
export function fillAlert(template: string, values: AlertValues): string {
  const said = (field: AlertField): string | null => {
    const value = values[field]?.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim() ?? '';
    return value === '' ? null : value;
  };
  const [phone, email, name] = [said('phone_number'), said('email'), said('name')];
  const filled: Readonly<Record<AlertField, string>> = {
    phone_number: phone ?? email ?? name ?? 'Someone',
    email: email ?? 'no email',
    name: name ?? phone ?? email ?? 'Someone',
    keyword: said('keyword') ?? '',
  };
  return template.replace(
    /\[(phone_number|email|name|keyword)\]/giu,
    (_, field: string) => filled[field.toLowerCase() as AlertField],
  );
}
