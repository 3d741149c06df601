import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import type { Statement, StatementItem, StatementLine } from '../../../api/contract/statements.ts';
import { ErrorState } from '../../components/ErrorState.tsx';
import { useRead } from '../../data/read.ts';
import { dayLabel, type DateStyle, monthName, shortTime } from '../../format/date.ts';
import { count } from '../../format/number.ts';
import { phone } from '../../format/phone.ts';
import { useApp } from '../../session/context.tsx';
import { useDateStyle } from '../../session/profile.tsx';
import type { Row } from './Lines.tsx';
import { amountsShown, lineDetail, titleOf } from './model.ts';
import { exactMoney } from '../../format/money.ts';
import { t } from './texts.ts';

/** The texts, emails, numbers or days that a line is made of, in the order in which they count. */
export function Items({ statement, line }: { readonly statement: Statement; readonly line: Row }) {
  const { client, run } = useApp();
  const query = {
    ...(statement.payer.kind === 'agency' ? { agency_id: statement.payer.id } : {}),
    month: statement.month,
    business_id: line.business.id,
    channel: line.channel,
    direction: line.direction,
    country: line.country,
    carrier_class: line.carrier_class,
    rate_id: line.rate_id,
    ...(line.month === undefined ? {} : { late_month: line.month }),
  };
  const { data, error, refresh } = useRead('/statements/items', { query });
  const [more, setMore] = useState<{ readonly items: readonly StatementItem[]; readonly next: string | null } | null>(
    null,
  );
  const [isBusy, setIsBusy] = useState(false);
  if (error && !data) return <ErrorState error={error} onRetry={refresh} />;
  if (!data) return <Skeleton height={240} />;
  const items = [...data.data, ...(more?.items ?? [])];
  const next = more === null ? data.meta.next : more.next;
  const { total, quantity } = data.meta;
  const load = async () => {
    setIsBusy(true);
    await run(async () => {
      const page = await client.get('/statements/items', { query: { ...query, cursor: next! } });
      setMore({ items: [...(more?.items ?? []), ...page.data], next: page.meta.next });
    });
    setIsBusy(false);
  };
  return (
    <div className="st-items">
      <p className="muted">
        {[line.business.name, ...(line.month === undefined ? [] : [monthName(line.month)]), lineDetail(line)]
          .filter((part) => part !== '')
          .join(' · ')}
        <br />
        {line.channel === 'contact' ?
          t('st.items.contacts')
        : t(line.channel === 'number' ? 'st.items.numbers' : 'st.items.count', { count: total ?? items.length })}
      </p>
      {quantity !== null && quantity !== line.quantity && (
        <p className="st-warn">{t(line.month === undefined ? 'st.items.corrected' : 'st.items.moved')}</p>
      )}
      <Table statement={statement} line={line} items={items} />
      {next !== null && (
        <div>
          <Button variant="default" loading={isBusy} onClick={() => void load()}>
            {t('st.items.more')}
          </Button>
        </div>
      )}
    </div>
  );
}

const whenOf = ({ at, day }: StatementItem, style: DateStyle): string =>
  at === null ? dayLabel(day) : shortTime(at, style);

function Table({
  statement,
  line,
  items,
}: {
  readonly statement: Statement;
  readonly line: StatementLine;
  readonly items: readonly StatementItem[];
}) {
  const style = useDateStyle();
  const { currency, total } = statement;
  const amounts = amountsShown(statement);
  const isNumber = line.channel === 'number';
  const isDay = line.channel === 'contact';
  return (
    <div className="st-lines bk-card">
      <div className="scroll" tabIndex={0} role="group" aria-label={t('st.lines')}>
        <table>
          <thead>
            <tr>
              <th scope="col">
                {t(
                  isDay ? 'st.items.date'
                  : isNumber ? 'st.items.day'
                  : 'st.items.time',
                )}
              </th>
              {!isDay && <th scope="col">{t(isNumber ? 'st.items.number' : 'st.items.to')}</th>}
              <th scope="col" className="right">
                {t(`st.channel.${line.channel}`)}
              </th>
              <th scope="col" className="right">
                {t('st.of')}
              </th>
              {amounts.map((name) => (
                <th key={name} scope="col" className="right">
                  {titleOf(name, total)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {items.map((item) => (
              <tr key={item.id}>
                <td className="num">{whenOf(item, style)}</td>
                {!isDay && (
                  <td className={item.to === null ? 'muted' : 'num'}>
                    {item.to === null ?
                      t('st.items.unknown')
                    : isNumber ?
                      phone(item.to)
                    : item.to}
                  </td>
                )}
                <td className="right num">{count(item.quantity)}</td>
                <td className="right num muted">{count(item.included)}</td>
                {amounts.map((name) => (
                  <td key={name} className="right num">
                    {exactMoney(item[name] ?? 0, currency)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
