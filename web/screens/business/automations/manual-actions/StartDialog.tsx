import '../automations.css';
import './manual-actions.css';
import { Button, Group, Modal, Select, Skeleton, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { useRead } from '../../../../data/read.ts';
import { useRefresh } from '../../../../api/refresh.ts';
import { useApp } from '../../../../session/context.tsx';
import { toastSuccess } from '../../../../core/toast.ts';
import { KindIcon } from '../steps/kinds.tsx';
import { here, type NodeKind } from '../model.ts';
import { called } from '../labels.ts';
import { t } from './texts.ts';

/** Brings a contact into an automation, at its start: says what comes of it first, or why it can not be. */
export function StartDialog({
  contactId,
  name,
  onClose,
}: {
  readonly contactId: string;
  readonly name: string | null;
  readonly onClose: () => void;
}) {
  const { client, run } = useApp();
  const refresh = useRefresh();
  const { data } = useRead('/automations/all', {});
  const [chosen, choose] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const params = { id: contactId };
  const ahead = useRead(
    '/contacts/{id}/start-automation',
    chosen === null ? null : { params, query: { automationId: chosen } },
    { swr: { dedupingInterval: 0 } },
  );
  const known = chosen === null ? undefined : ahead.data?.data;
  const start = async (event: React.FormEvent) => {
    event.preventDefault();
    if (chosen === null || known?.refused !== null) return;
    setBusy(true);
    const body = { automationId: chosen };
    const done = await run(() => client.post('/contacts/{id}/start-automation', { params, body, quiet: true }));
    setBusy(false);
    await refresh(`/contacts/${contactId}`, '/automations');
    if (done === undefined) return;
    toastSuccess(t('au.s.done', { name: data?.data.find(({ id }) => id === chosen)?.name ?? '' }));
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={name === null ? t('au.s.title') : t('au.s.titleFor', { name })}>
      {data === undefined ?
        <Skeleton height={90} />
      : data.data.length === 0 ?
        <p>
          {t('au.s.noneOn')} <Link href={here}>{t('au.s.toThem')}</Link>
        </p>
      : <form onSubmit={(event) => void start(event)}>
          <Stack gap="md">
            <Select
              label={t('au.s.which')}
              placeholder={t('au.s.choose')}
              data={data.data.map(({ id, name: label }) => ({ value: id, label }))}
              value={chosen}
              searchable={data.data.length > 7}
              allowDeselect={false}
              data-autofocus
              onChange={choose}
            />
            {chosen !== null && known === undefined && <Skeleton height={60} />}
            {known !== undefined && (
              <div className="au-ahead" role="status">
                {known.refused !== null && (
                  <p className="refused">
                    <IconAlertTriangle size={17} aria-hidden />
                    {known.refused}
                  </p>
                )}
                {known.refused === null && (
                  <>
                    <p className="muted">{t(known.steps.length === 0 ? 'au.s.nothing' : 'au.s.comes')}</p>
                    <ol>
                      {known.steps.map((step, at) => {
                        const kind = step.kind as NodeKind;
                        return (
                          <li key={at}>
                            <KindIcon kind={kind} size={15} />
                            <span dir="auto">{called({ ...step, kind })}</span>
                          </li>
                        );
                      })}
                    </ol>
                    {known.steps.length > 0 && (
                      <p className="muted">{t(known.goes_on ? 'au.s.goesOn' : 'au.s.ends')}</p>
                    )}
                    <p className="faint">{t('au.s.rules')}</p>
                  </>
                )}
              </div>
            )}
          </Stack>
          <Group justify="flex-end" gap="xs" mt="lg">
            <Button variant="default" onClick={onClose}>
              {t('app.cancel')}
            </Button>
            <Button type="submit" loading={busy} disabled={known?.refused !== null}>
              {t('au.s.go')}
            </Button>
          </Group>
        </form>
      }
    </Modal>
  );
}
