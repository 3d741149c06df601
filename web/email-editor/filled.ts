import { useMemo } from 'react';
import { mergeFields, readTemplate, sampleValues } from '../../api/contract/merge.ts';
import { phone } from '../format/phone.ts';
import { useProfile } from '../session/profile.tsx';

/** Of someone made up, and of a business that has entered nothing. */
const samples = sampleValues(mergeFields([]));

/**
 * Fills in merge fields where a text is only shown: the business by its own data, a contact by the fallback or an
 * example. No raw `{{…}}` is left.
 */
export function useFilled(): (template: string) => string {
  const { business } = useProfile();
  const name = business?.name ?? null;
  const number = business?.phone_number ?? null;
  return useMemo(() => {
    const own: Readonly<Record<string, string | null>> = {
      business_name: name,
      business_phone: number === null ? null : phone(number),
    };
    return (template) =>
      readTemplate(template)
        .parts.map((part) =>
          typeof part === 'string' ? part : (
            own[part.field] || part.fallback || samples[part.field] || part.field.replaceAll('_', ' ')
          ),
        )
        .join('');
  }, [name, number]);
}
