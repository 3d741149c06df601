import { IconCircleCheckFilled, IconCircleDashed, IconCircleXFilled } from '@tabler/icons-react';
import type { Whitelabel } from '../../api/contract/whitelabels.ts';
import { t } from './texts.ts';
import { CopyField } from './CopyField.tsx';

/** The records that a domain needs, each ready to copy, each with whether it was found. */
export function DnsRecords({ records }: { readonly records: Whitelabel['dns'] }) {
  return (
    <ul className="bk-dns">
      {records.map((record) => {
        const state =
          record.found === null ? 'unknown'
          : record.found ? 'found'
          : 'missing';
        const Icon = { found: IconCircleCheckFilled, missing: IconCircleXFilled, unknown: IconCircleDashed }[state];
        const tone = { found: 'success', missing: 'danger', unknown: 'neutral' }[state];
        return (
          <li key={`${record.type} ${record.host} ${record.value}`}>
            <div className={`state tone-${tone}`}>
              <Icon size={16} aria-hidden />
              {t(`dns.${state as 'found' | 'missing' | 'unknown'}`)}
            </div>
            <dl>
              <div>
                <dt>{t('dns.type')}</dt>
                <dd>
                  <b>{record.type}</b>
                </dd>
              </div>
              <div>
                <dt>{t('dns.host')}</dt>
                <dd>
                  <CopyField label={t('dns.host')} value={record.host} />
                </dd>
              </div>
              <div>
                <dt>{t('dns.value')}</dt>
                <dd>
                  <CopyField label={t('dns.value')} value={record.value} />
                </dd>
              </div>
            </dl>
          </li>
        );
      })}
    </ul>
  );
}
