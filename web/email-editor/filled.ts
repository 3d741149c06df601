import { useMemo } from 'react';
import { mergeFields, postalAddress, readTemplate, sampleValues } from '../../api/contract/personalization.ts';
import { useRead } from '../data/read.ts';
import { phone } from '../format/phone.ts';
import { useProfile } from '../session/profile.tsx';

/** Of someone made up, and of a business that has entered nothing. */
const samples = sampleValues(mergeFields([]));

/** A merge field, wherever one is looked for in words that are shown. */
export const tag = /\{\{[^{}]*\}\}/g;

/**
 * Fills in merge fields where a text is only shown: the business by its own data, a contact by the fallback or an
 * example. No raw `{{…}}` is left.
 */
export function useFilled(): (template: string) => string {
  const { business } = useProfile();
  const { data } = useRead('/businesses/{id}/info', business && { params: { id: business.id } });
  const name = business?.name ?? null;
  const number = business?.phone_number ?? null;
  const info = data?.data.contact_info;
  return useMemo(() => {
    const own: Readonly<Record<string, string | null>> = {
      business_name: name,
      business_phone: info?.phone ?? (number === null ? null : phone(number)),
      business_email: info?.email ?? null,
      business_website: info?.website ?? null,
      business_address: info === undefined ? null : postalAddress({ ...info, postalCode: info.postal_code }),
    };
    return (template) =>
      readTemplate(template)
        .parts.map((part) =>
          typeof part === 'string' ? part : (
            own[part.field] || part.fallback || samples[part.field] || part.field.replaceAll('_', ' ')
          ),
        )
        .join('');
  }, [name, number, info]);
}
