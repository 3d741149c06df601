import { type FormEvent, useState } from 'react';
import type { CodeReply, TillCoupon } from '../../../../api/contract/redemptions.ts';
import { GuestButton, TextField } from '../../../plain/fields.tsx';
import { CouponCard } from './CouponCard.tsx';
import { t } from './texts.ts';

/** A code that everybody has: asks whose coupon it is, or redeems it for nobody where the campaign allows that. */
export function Whose({
  look,
  find,
  busy,
  onRedeem,
  onUndo,
  onFailed,
}: {
  readonly look: CodeReply['data'];
  readonly find: (campaignId: string, search: string) => Promise<readonly TillCoupon[]>;
  readonly busy: boolean;
  readonly onRedeem: (whose: { readonly id?: string; readonly campaign_id?: string }) => Promise<void>;
  readonly onUndo: (coupon: TillCoupon) => Promise<void>;
  readonly onFailed: (error: unknown) => void;
}) {
  const [chosen, setChosen] = useState(look.campaigns[0]?.id ?? null);
  const [search, setSearch] = useState('');
  const [found, setFound] = useState<readonly TillCoupon[] | null>(null);
  const campaign = look.campaigns.find(({ id }) => id === chosen);
  if (campaign === undefined)
    return (
      <section className="coupon open">
        <h2>{look.title}</h2>
        <p className="soft">{t('till.staff')}</p>
      </section>
    );
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    find(campaign.id, search.trim()).then(setFound, onFailed);
  };
  return (
    <section className="whose">
      <h2>{campaign.title}</h2>
      {look.campaigns.length > 1 && (
        <div className="choice" role="group">
          {look.campaigns.map(({ id, name }) => (
            <GuestButton
              key={id}
              plain={id !== chosen}
              aria-pressed={id === chosen}
              onClick={() => {
                setChosen(id);
                setFound(null);
              }}
            >
              {name}
            </GuestButton>
          ))}
        </div>
      )}
      <p>{t('till.everybody')}</p>
      <form noValidate onSubmit={onSubmit}>
        <TextField label={t('till.whose')} value={search} onChange={setSearch} autoComplete="off" maxLength={60} />
        <GuestButton type="submit" plain disabled={search.trim().length < 3}>
          {t('till.find')}
        </GuestButton>
      </form>
      {found !== null && found.length === 0 && <p className="soft">{t('till.nobodyFound')}</p>}
      {found?.map((coupon) => (
        <CouponCard key={coupon.id} coupon={coupon} busy={busy} onUndo={onUndo}>
          {coupon.status === 'open' && (
            <GuestButton busy={busy} onClick={() => void onRedeem({ id: coupon.id })}>
              {t('till.redeem')}
            </GuestButton>
          )}
        </CouponCard>
      ))}
      {campaign.anonymous && (
        <GuestButton plain busy={busy} onClick={() => void onRedeem({ campaign_id: campaign.id })}>
          {t('till.anonymous')}
        </GuestButton>
      )}
    </section>
  );
}
