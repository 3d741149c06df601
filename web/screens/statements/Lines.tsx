import type { Statement, StatementLine } from '../../../api/contract/statements.ts';
import { monthName } from '../../format/date.ts';
import { count } from '../../format/number.ts';
import { amountsShown, isOfMany, lineDetail, lineTitle, titleOf } from './model.ts';
import { exactMoney } from '../../format/money.ts';
import { t } from './texts.ts';

export type Row = StatementLine & Partial<Pick<Statement['late'][number], 'month' | 'opens'>>;

/** Lines of a statement, with what is included of each and what the rest costs. */
export function Lines({
  title,
  text,
  statement,
  rows,
  onOpen,
}: {
  readonly title: string;
  readonly text?: string;
  readonly statement: Statement;
  readonly rows: readonly Row[];
  /** Shows what a line is made of. */
  readonly onOpen: (row: Row) => void;
}) {
  const { currency, total } = statement;
  const amounts = amountsShown(statement);
  const sum = (name: (typeof amounts)[number]): number => rows.reduce((all, row) => all + (row[name] ?? 0), 0);
  return (
    <section className="bk-card st-lines">
      <header>
        <h2>{title}</h2>
        {text !== undefined && <p className="muted">{text}</p>}
      </header>
      <div className="scroll" tabIndex={0} role="group" aria-label={title}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('st.what')}</th>
              <th scope="col" className="right">
                {t('st.used')}
              </th>
              <th scope="col" className="right">
                {t('st.of')}
              </th>
              <th scope="col" className="right">
                {t('st.beyond')}
              </th>
              {amounts.map((name) => (
                <th key={name} scope="col" className="right">
                  {titleOf(name, total)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={keyOf(row)}>
                <td>
                  {row.opens === false ?
                    lineTitle(row)
                  : <button
                      type="button"
                      className="st-link"
                      aria-label={t('st.openLine', { name: nameOf(row) })}
                      onClick={() => {
                        onOpen(row);
                      }}
                    >
                      {lineTitle(row)}
                    </button>
                  }
                  <span className="faint" dir="auto">
                    {[
                      ...(isOfMany(statement) ? [row.business.name] : []),
                      ...(row.month === undefined ? [] : [monthName(row.month)]),
                      lineDetail(row),
                    ]
                      .filter((part) => part !== '')
                      .join(' · ')}
                  </span>
                </td>
                <td className="right num">{count(row.quantity)}</td>
                <td className="right num muted">{count(row.included)}</td>
                <td className="right num">{count(row.quantity - row.included)}</td>
                {amounts.map((name) => (
                  <td key={name} className="right num">
                    {exactMoney(row[name] ?? 0, currency)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={4}>
                {t('st.total')}
              </th>
              {amounts.map((name) => (
                <td key={name} className="right num">
                  {exactMoney(sum(name), currency)}
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      </div>
    </section>
  );
}

const nameOf = (row: StatementLine): string =>
  [lineTitle(row), row.business.name, lineDetail(row)].filter((part) => part !== '').join(', ');
const keyOf = (row: Row): string =>
  [row.month ?? '', row.business.id, row.channel, row.direction, row.country, row.carrier_class, row.rate_id].join(' ');

/** What each business of an agency comes to. */
export function Businesses({
  statement,
  onBusiness,
}: {
  readonly statement: Statement;
  readonly onBusiness: (id: string) => void;
}) {
  const { currency, total, businesses } = statement;
  const amounts = amountsShown(statement);
  return (
    <section className="bk-card st-lines">
      <header>
        <h2>{t('st.byBusiness')}</h2>
      </header>
      <div className="scroll" tabIndex={0} role="group" aria-label={t('st.byBusiness')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('st.business')}</th>
              {amounts.map((name) => (
                <th key={name} scope="col" className="right">
                  {titleOf(name, total)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {businesses.map((row) => (
              <tr key={row.id}>
                <td>
                  <button
                    type="button"
                    className="st-link"
                    dir="auto"
                    aria-label={t('st.showBusiness', { name: row.name })}
                    onClick={() => {
                      onBusiness(row.id);
                    }}
                  >
                    {row.name}
                  </button>
                </td>
                {amounts.map((name) => (
                  <td key={name} className="right num">
                    {exactMoney(row[name] ?? 0, currency)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
