import './broadcasts.css';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { useApp } from '../../../session/context.tsx';
import { audienceIn } from '../../../components/contact-filter/audience.ts';
import { useFilterData } from '../../../components/contact-filter/useFilterData.ts';
import { Note } from '../../../components/form/Form.tsx';
import { RecordHeader } from '../../../components/RecordHeader.tsx';
import { date, time } from '../../../format/date.ts';
import { useDateStyle, useProfile } from '../../../session/profile.tsx';
import { audienceInWords } from './compose/audience-words.ts';
import { here, TypeIcon } from './presentation.tsx';
import { t } from './texts.ts';

const types = ['sms', 'mms', 'email'] as const;

/** /business/broadcasts/create: by what it goes out; a draft is made with the choice, and the audience it came with. */
export default function CreateBroadcast() {
  const { client, run } = useApp();
  const [, go] = useLocation();
  const style = useDateStyle();
  const { business } = useProfile();
  const audience = audienceIn(useHistoryState<unknown>());
  const { names, known } = useFilterData(audience?.filter);
  const [making, setMaking] = useState<string | null>(null);
  const make = async (type: (typeof types)[number]) => {
    if (making !== null) return;
    setMaking(type);
    const now = new Date().toISOString();
    const name = t(`bc.create.name.${type}`, { day: date(now, style), time: time(now, style) });
    const body = { name, type, ...(audience === null ? {} : { audience }) };
    const made = await run(() => client.post('/broadcasts', { body, quiet: true }));
    setMaking(null);
    if (made !== undefined) go(`${here}/${made.data.id}/edit`, { replace: true });
  };
  return (
    <div className="bk-page narrow">
      <RecordHeader
        name={t('bc.create.title')}
        sub={t('bc.create.text')}
        back={{ href: here, label: t('broadcasts.title') }}
      />
      {audience !== null && (
        <Note tone="info">{t('bc.create.for', { who: known ? audienceInWords(audience, names) : '…' })}</Note>
      )}
      <div className="bc-types">
        {types
          .filter((type) => type !== 'mms' || business?.is_active_mms === true)
          .map((type) => (
            <button
              key={type}
              type="button"
              className="bk-card bc-typecard"
              aria-busy={making === type}
              onClick={() => {
                void make(type);
              }}
            >
              <TypeIcon type={type} size={24} />
              <b>{t(`bc.type.${type}`)}</b>
              <span className="muted">{t(`bc.create.${type}`)}</span>
            </button>
          ))}
      </div>
    </div>
  );
}
