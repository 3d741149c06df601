import './broadcasts.css';
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { Broadcast } from '../../../../api/contract/broadcasts.ts';
import { count } from '../../../format/number.ts';
import { CopyForm } from './CopyForm.tsx';
import { t } from './texts.ts';

const ends = ['undelivered', 'suppressed', 'stopped', 'expired', 'delivered'] as const;
type End = (typeof ends)[number];

/** /business/broadcasts/resend/{id}: to those whom it did not reach; who has it gets it again only where they are chosen. */
export default function ResendBroadcast() {
  const [chosen, setChosen] = useState<readonly End[]>(['undelivered', 'suppressed', 'stopped', 'expired']);
  const sum = ({ counts }: Broadcast) => chosen.reduce((all, end) => all + counts[end], 0);
  return (
    <CopyForm
      title={t('bc.resend.title')}
      text={(of) => t('bc.resend.text', { name: of.name })}
      nameOf={(name) => t('bc.resend.name', { name })}
      press={t('bc.resend.go')}
      ready={(of) => sum(of) > 0}
      make={(client, id, name) =>
        client.post('/broadcasts/{id}/resend', { params: { id }, body: { name, ends: [...chosen] }, quiet: true })
      }
    >
      {(of) => (
        <>
          <Checkbox.Group
            label={t('bc.resend.whom')}
            value={[...chosen]}
            onChange={(value) => {
              setChosen(ends.filter((end) => value.includes(end)));
            }}
          >
            <div className="bc-ends">
              {ends.map((end) => (
                <Checkbox
                  key={end}
                  value={end}
                  disabled={of.counts[end] === 0}
                  label={`${t(`bc.resend.${end}`)} (${count(of.counts[end])})`}
                />
              ))}
            </div>
          </Checkbox.Group>
          {chosen.includes('delivered') && of.counts.delivered > 0 && (
            <p className="bc-hint warn">{t('bc.resend.again', { count: of.counts.delivered })}</p>
          )}
          <p className="bc-hint">{t('bc.resend.sum', { count: sum(of) })}</p>
        </>
      )}
    </CopyForm>
  );
}
