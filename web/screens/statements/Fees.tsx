import type { Statement, StatementFee } from '../../../api/contract/statements.ts';
import { FeeLink } from '../../components/FeeLink.tsx';
import { monthName } from '../../format/date.ts';
import { exactMoney } from '../../format/money.ts';
import { count } from '../../format/number.ts';
import { amountsShown, isOfMany, titleOf } from './model.ts';
import { t } from './texts.ts';

/** What carriers took for registrations, each kind of a business a line. */
export function Fees({ statement }: { readonly statement: Statement }) {
  const { currency, total, fees, month } = statement;
  const amounts = amountsShown(statement);
  const noteOf = ({ business, month: of, reversed }: StatementFee): string =>
    [
      ...(isOfMany(statement) ? [business.name] : []),
      ...(of === month ? [] : [monthName(of)]),
      ...(reversed ? [t('st.reversed')] : []),
    ].join(' · ');
  return (
    <section className="bk-card st-lines">
      <header>
        <h2>{t('st.fees')}</h2>
      </header>
      <div className="scroll" tabIndex={0} role="group" aria-label={t('st.fees')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('st.what')}</th>
              <th scope="col" className="right">
                {t('st.count')}
              </th>
              {amounts.map((name) => (
                <th key={name} scope="col" className="right">
                  {titleOf(name, total)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {fees.map((fee) => (
              <tr key={[fee.business.id, fee.what, fee.month, fee.reversed].join(' ')}>
                <td>
                  <FeeLink fee={fee.what} businessId={fee.business.id} />
                  <span className="faint" dir="auto">
                    {noteOf(fee)}
                  </span>
                </td>
                <td className="right num">{count(fee.quantity)}</td>
                {amounts.map((name) => (
                  <td key={name} className="right num">
                    {exactMoney(fee[name] ?? 0, currency)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={2}>
                {t('st.total')}
              </th>
              {amounts.map((name) => (
                <td key={name} className="right num">
                  {exactMoney(
                    fees.reduce((sum, fee) => sum + (fee[name] ?? 0), 0),
                    currency,
                  )}
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      </div>
    </section>
  );
}
