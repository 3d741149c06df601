import { Select } from '@mantine/core';
import { apiNames } from '../../../../../api/contract/attributes.ts';
import { attributeLabel } from '../../../../components/attributes/label.ts';
import type { FilterData } from '../../../../components/contact-filter/useFilterData.ts';
import type { ContactField } from '../model.ts';
import { t } from '../texts.ts';

const contactFields = ['first_name', 'last_name', ...apiNames] as const;
/** A field of a contact, built in or one's own; `any`: what none means, where none can be chosen. */
export function FieldChoice({
  label,
  value,
  data,
  any,
  error,
  onChange,
}: {
  readonly label: string;
  readonly value: ContactField | null;
  readonly data: FilterData;
  readonly any?: string;
  readonly error?: string | undefined;
  readonly onChange: (field: ContactField | null) => void;
}) {
  const key =
    value === null ? null
    : value.of === 'contact' ? value.name
    : value.id === null ? null
    : `custom:${value.id}`;
  return (
    <Select
      label={label}
      placeholder={any ?? t('au.chooseField')}
      data={[
        ...contactFields.map((name) => ({ value: name as string, label: attributeLabel(name) })),
        ...data.fields.map(({ id, name }) => ({ value: `custom:${id}`, label: name })),
      ]}
      value={key}
      error={error}
      searchable
      clearable={any !== undefined}
      allowDeselect={false}
      onChange={(chosen) => {
        onChange(
          chosen === null ? null
          : chosen.startsWith('custom:') ? { of: 'custom', id: chosen.slice('custom:'.length) }
          : { of: 'contact', name: chosen as (typeof contactFields)[number] },
        );
      }}
    />
  );
}
