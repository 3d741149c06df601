import { Anchor, Drawer, Skeleton } from '@mantine/core';
import { Link } from 'wouter';
import type { TextHistory } from '../../../api/contract/reports.ts';
import { ErrorState } from '../../components/ErrorState.tsx';
import { MessageStatusBadge } from '../../components/StatusBadge.tsx';
import { useRead } from '../../data/read.ts';
import { exact } from '../../format/date.ts';
import { exactMoney } from '../../format/money.ts';
import { count } from '../../format/number.ts';
import { phone } from '../../format/phone.ts';
import { useDateStyle, useProfile } from '../../session/profile.tsx';
import { groupLabel, whyOf } from './model.ts';
import { t } from './texts.ts';

/** One text: what is known of it, and every state that it has been in. */
export function TextDrawer({ id, onClose }: { readonly id: string | null; readonly onClose: () => void }) {
  return (
    <Drawer
      opened={id !== null}
      onClose={onClose}
      position="right"
      size={440}
      title={t('rep.text')}
      closeButtonProps={{ 'aria-label': t('rep.close') }}
    >
      {id !== null && <Body key={id} id={id} />}
    </Drawer>
  );
}

function Body({ id }: { readonly id: string }) {
  const { data, error, refresh } = useRead('/reports/messages/{id}', { params: { id } });
  if (error && !data) return <ErrorState error={error} onRetry={refresh} />;
  return data ? <Known text={data.data} /> : <Skeleton height={320} />;
}

function Known({ text }: { readonly text: TextHistory }) {
  const style = useDateStyle();
  const isBusiness = useProfile().role === 'Business';
  const shownPhone =
    text.phone === null ? t('rep.unknown')
    : isBusiness ? phone(text.phone)
    : text.phone;
  const facts: readonly (readonly [string, string | null | undefined])[] = [
    [t('rep.business'), isBusiness ? null : text.business.name],
    [t('rep.who'), [text.contact.name, shownPhone].filter((part) => part !== null).join(' · ')],
    [t('rep.direction'), t(`rep.${text.direction}`)],
    [t('rep.purpose'), text.purpose === null ? null : groupLabel('purpose', text.purpose)],
    [t('rep.group.broadcast'), text.broadcast?.name],
    [t('rep.group.automation'), text.automation?.name],
    [t('rep.group.campaign'), text.campaign?.name],
    [t('rep.number'), text.number === null ? null : phone(text.number)],
    [t('rep.carrier'), text.carrier === null ? null : groupLabel('carrier', text.carrier)],
    [t('rep.carrierId'), text.carrier_id],
    [t('rep.quantity'), `${count(text.quantity)} · ${text.channel.toUpperCase()}`],
    [
      t('rep.amount.price'),
      text.price === null || text.currency === null ? null : exactMoney(text.price, text.currency),
    ],
    [t('rep.group.error'), text.error_code === null ? null : String(text.error_code)],
  ];
  const why = whyOf(text);
  return (
    <div className="rep-text">
      <p className={text.body === null ? 'muted' : 'rep-words'} dir="auto">
        {text.body ?? t(isBusiness ? 'rep.unknown' : 'rep.hidden')}
      </p>
      <div>
        <MessageStatusBadge status={text.status} />
        {why !== null && <p className="muted">{why}</p>}
      </div>
      <section aria-labelledby="rep-timeline">
        <h3 id="rep-timeline">{t('rep.timeline')}</h3>
        <ol className="rep-history">
          {text.history.map(({ status, at }, nth) => (
            <li key={nth}>
              <MessageStatusBadge status={status} plain />
              <span className="num muted">{exact(at, style)}</span>
            </li>
          ))}
        </ol>
      </section>
      <section aria-labelledby="rep-facts">
        <h3 id="rep-facts">{t('rep.facts')}</h3>
        <dl className="rep-facts">
          {facts.map(([name, value]) =>
            value === null || value === undefined ?
              null
            : <div key={name}>
                <dt>{name}</dt>
                <dd dir="auto">{value}</dd>
              </div>,
          )}
        </dl>
      </section>
      {isBusiness && text.phone !== null && (
        <Anchor component={Link} href={`/business/livechat/${text.contact.id}`}>
          {t('rep.conversation')}
        </Anchor>
      )}
    </div>
  );
}
