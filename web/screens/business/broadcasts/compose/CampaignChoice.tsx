import { Select } from '@mantine/core';
import { mergeFields } from '../../../../../api/contract/personalization.ts';
import { useRead } from '../../../../data/read.ts';
import { t } from '../texts.ts';

const ofCoupon = new Set(mergeFields([]).flatMap(({ name, group }) => (group === 'coupon' ? [name] : [])));

/** Which campaign a broadcast belongs to: its coupon can be named in the message. */
export function CampaignChoice({
  value,
  fields,
  onChange,
}: {
  readonly value: string | null;
  /** The merge fields of its texts: one of a coupon goes out only with a campaign that gives one. */
  readonly fields: readonly string[];
  readonly onChange: (id: string | null) => void;
}) {
  const campaigns = useRead('/campaigns', { query: { per_page: 100, sort_by: 'name' } }).data?.data ?? [];
  const chosen = campaigns.find(({ id }) => id === value);
  const givesNone = chosen?.discount_type === 'none';
  const isNeeded = fields.some((field) => ofCoupon.has(field) && (value === null || field !== 'keyword'));
  const words = t(
    value === null ?
      isNeeded ? 'bc.campaign.needed'
      : 'bc.campaign.text'
    : givesNone ? 'bc.campaign.noCoupon'
    : 'bc.campaign.coupon',
  );
  return (
    <Select
      label={t('bc.campaign')}
      {...(isNeeded && (value === null || givesNone) ? { error: words } : { description: words })}
      placeholder={t('bc.campaign.none')}
      value={value}
      clearable
      searchable
      data={campaigns.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={onChange}
    />
  );
}
