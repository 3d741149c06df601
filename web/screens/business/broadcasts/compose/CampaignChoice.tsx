import { Select } from '@mantine/core';
import { useRead } from '../../../../api/read.ts';
import { t } from '../texts.ts';

/** Which campaign a broadcast belongs to: its coupon can be named in the message. */
export function CampaignChoice({
  value,
  onChange,
}: {
  readonly value: string | null;
  readonly onChange: (id: string | null) => void;
}) {
  const campaigns = useRead('/campaigns', { query: { per_page: 100, sort_by: 'name' } }).data?.data ?? [];
  const chosen = campaigns.find(({ id }) => id === value);
  const givesNone = chosen?.discount_type === 'none';
  return (
    <Select
      label={t('bc.campaign')}
      description={t(
        value === null ? 'bc.campaign.text'
        : givesNone ? 'bc.campaign.noCoupon'
        : 'bc.campaign.coupon',
      )}
      placeholder={t('bc.campaign.none')}
      value={value}
      clearable
      searchable
      data={campaigns.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={onChange}
    />
  );
}
