import { Button } from '@mantine/core';
import { IconWalk } from '@tabler/icons-react';
import { useState } from 'react';
import type { AutomationWalk } from '../../../../../api/contract/automation-rehearsal.ts';
import { useApp } from '../../../../session/context.tsx';
import type { Names } from '../../../../components/contact-filter/labels.ts';
import { ContactChoice } from '../../../../components/ContactChoice.tsx';
import { Instant } from '../../../../components/Instant.tsx';
import { shortTime } from '../../../../format/date.ts';
import { useDateStyle } from '../../../../session/profile.tsx';
import type { Document } from '../model.ts';
import { DeedWords, toldOf } from '../report/run-words.tsx';
import { maybe, t } from './texts.ts';

/** What is drawn, step by step, for one contact who enters now. Waits are skipped; nothing is sent. */
export function Walk({
  id,
  document,
  names,
  onSave,
}: {
  readonly id: string;
  readonly document: Document;
  readonly names: Names;
  /** What is drawn is saved first. False: it could not be. */
  readonly onSave: () => Promise<boolean>;
}) {
  const { client, run } = useApp();
  const style = useDateStyle();
  const [contact, choose] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [walk, setWalk] = useState<AutomationWalk | null>(null);
  const go = async () => {
    if (contact === null || !(await onSave())) return;
    setBusy(true);
    const found = await run(() =>
      client.get('/automations/{id}/walk', { params: { id }, query: { contact_id: contact } }),
    );
    setBusy(false);
    setWalk(found?.data ?? null);
  };
  return (
    <>
      <p className="muted">{t('au.walk.lead')}</p>
      <div className="controls">
        <ContactChoice
          label={t('au.walk.contact')}
          placeholder={t('au.walk.choose')}
          value={contact}
          onChange={(next) => {
            choose(next);
            setWalk(null);
          }}
        />
        <Button
          leftSection={<IconWalk size={16} aria-hidden />}
          loading={busy}
          disabled={contact === null}
          onClick={() => void go()}
        >
          {t('au.walk.go')}
        </Button>
      </div>
      <div role="status">
        {walk !== null &&
          (walk.refused !== null ?
            <p>{t('au.walk.refused', { why: maybe(`au.walk.why.${walk.refused}`) ?? walk.refused })}</p>
          : <>
              <ol className="walk">
                {toldOf(walk.path).map((deed, at, deeds) => {
                  const time = shortTime(deed.at, style);
                  const before = deeds[at - 1];
                  // A time that was said stands for all that happens at it.
                  const isSaid = before !== undefined && shortTime(before.at, style) === time;
                  return (
                    <li key={at}>
                      <span className={isSaid ? 'sr-only' : ''}>
                        <Instant at={deed.at}>{time}</Instant>
                      </span>
                      <DeedWords deed={deed} document={document} names={names} />
                    </li>
                  );
                })}
              </ol>
              {walk.end === null && <p className="muted">{t('au.walk.waits')}</p>}
            </>)}
      </div>
    </>
  );
}
