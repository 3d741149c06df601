import './manual-actions.css';
import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { ContactAutomation } from '../../../../../api/contract/automation-starts.ts';
import { useRead } from '../../../../data/read.ts';
import { useRefresh } from '../../../../api/refresh.ts';
import { useApp } from '../../../../session/context.tsx';
import { ConfirmDialog } from '../../../../components/ConfirmDialog.tsx';
import { Instant } from '../../../../components/Instant.tsx';
import { RunBadge } from '../../../../components/StatusBadge.tsx';
import { toastSuccess } from '../../../../core/toast.ts';
import { shortTime } from '../../../../format/date.ts';
import { useDateStyle } from '../../../../session/profile.tsx';
import { here, type NodeKind } from '../model.ts';
import { called, endWord } from '../labels.ts';
import { StartDialog } from './StartDialog.tsx';
import { t } from './texts.ts';

const maxShown = 25;

/** The automations that a contact is in, and was in: where, until when; with start and stop. */
export function ContactAutomations({
  contactId,
  name,
  Title,
}: {
  readonly contactId: string;
  readonly name: string | null;
  readonly Title: 'h3' | 'h4';
}) {
  const { client, run } = useApp();
  const style = useDateStyle();
  const refresh = useRefresh();
  const [starting, start] = useState(false);
  const [stopping, stop] = useState<ContactAutomation | null>(null);
  const params = { id: contactId };
  const { data } = useRead('/contacts/{id}/automations', { params, query: { per_page: maxShown } });
  const rows = (data?.data ?? []) as readonly ContactAutomation[];
  const inside = rows.filter(({ state }) => state !== 'ended');
  const past = rows.filter(({ state }) => state === 'ended');
  const line = (one: ContactAutomation) => (
    <li key={one.id}>
      <Link href={`${here}/${one.automation_id}?run=${one.id}`} dir="auto">
        {one.automation_name}
      </Link>
      {one.state !== 'ended' && <RunBadge state={one.state} />}
      <span className="more">
        <Instant at={one.until ?? one.ended_at ?? one.since}>{whereWords(one)}</Instant>
      </span>
      {one.state !== 'ended' && (
        <Button
          variant="subtle"
          color="red"
          size="compact-sm"
          aria-label={t('au.c.stopOf', { name: one.automation_name })}
          style={{ justifySelf: 'start' }}
          onClick={() => {
            stop(one);
          }}
        >
          {t('au.c.stop')}
        </Button>
      )}
    </li>
  );
  const whereWords = ({ state, step, until, listening, reason, ended_at: ended }: ContactAutomation): string => {
    if (state === 'ended') return t('au.c.over', { reason: endWord(reason), at: shortTime(ended ?? '', style) });
    const at = step === null ? '' : called({ ...step, kind: step.kind as NodeKind });
    if (until === null) return at;
    return t(listening ? 'au.c.sooner' : 'au.c.until', { step: at, at: shortTime(until, style) });
  };
  return (
    <section className="au-contact">
      <Title>{t('au.c.title')}</Title>
      {inside.length > 0 && <ul className="bk-known">{inside.map(line)}</ul>}
      {past.length > 0 && (
        <details>
          <summary>{t('au.c.past', { count: past.length })}</summary>
          <ul className="bk-known">{past.map(line)}</ul>
          {data !== undefined && data.meta.total > rows.length && <p className="more">{t('au.c.more')}</p>}
        </details>
      )}
      {data !== undefined && rows.length === 0 && <p className="muted small">{t('au.c.none')}</p>}
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlayerPlay size={15} aria-hidden />}
        onClick={() => {
          start(true);
        }}
      >
        {t('au.c.start')}
      </Button>
      {starting && (
        <StartDialog
          contactId={contactId}
          name={name}
          onClose={() => {
            start(false);
          }}
        />
      )}
      <ConfirmDialog
        opened={stopping !== null}
        onClose={() => {
          stop(null);
        }}
        title={t('au.c.stopTitle', { name: stopping?.automation_name ?? '' })}
        text={t('au.h.stopText')}
        confirm={t('au.c.stop')}
        onConfirm={async () => {
          if (stopping === null) return;
          const body = { automationId: stopping.automation_id };
          const done = await run(() => client.post('/contacts/{id}/stop-automation', { params, body, quiet: true }));
          if (done !== undefined) toastSuccess(t('au.c.stopped', { name: stopping.automation_name }));
          await refresh(`/contacts/${contactId}`, '/automations');
        }}
      />
    </section>
  );
}
