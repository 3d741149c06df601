import { Button, Group, Modal, Radio, Stack, Text, TextInput } from '@mantine/core';
import {
  IconChartBar,
  IconCopy,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconShare3,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { AutomationRow } from '../../../../api/contract/automations.ts';
import { ApiError, failureMessage } from '../../../api/errors.ts';
import { useRead } from '../../../data/read.ts';
import { useRefresh } from '../../../api/refresh.ts';
import { useApp } from '../../../session/context.tsx';
import { ConfirmDialog } from '../../../components/ConfirmDialog.tsx';
import { CopyField } from '../../../components/CopyField.tsx';
import type { RowAction } from '../../../components/RowMenu.tsx';
import { toastSuccess } from '../../../core/toast.ts';
import { here } from './model.ts';
import { t } from './texts.ts';

type Of = Pick<AutomationRow, 'id' | 'name' | 'status' | 'version' | 'inside'>;
type Asked = 'archive' | 'off' | 'on' | 'duplicate' | 'share';
const longestName = 80;

/** What can be done with an automation, in the list, on its page and in the builder. */
export function useAutomationActions(onDone: () => void = () => undefined) {
  const { client, run } = useApp();
  const [, go] = useLocation();
  const refresh = useRefresh();
  const [asking, setAsking] = useState<{ readonly what: Asked; readonly of: Of } | null>(null);
  const close = () => {
    setAsking(null);
  };
  const done = async () => {
    onDone();
    await refresh('/automations');
  };
  const turn = async ({ id, name }: Of, on: boolean, lapsed: 'go-on' | 'end' = 'go-on') => {
    const turned = await run(() =>
      client.post('/automations/{id}/switch', { params: { id }, body: { on, lapsed }, quiet: true }),
    );
    if (turned === undefined) return;
    toastSuccess(t(on ? 'au.done.on' : 'au.done.off', { name }));
    await done();
  };
  const ask = (what: Asked, of: Of) => () => {
    setAsking({ what, of });
  };
  const actionsOf = (row: Of, place: 'list' | 'page' | 'builder' = 'list'): readonly RowAction[] => {
    const { id, status, version, inside } = row;
    const link = (name: string, label: string, icon: RowAction['icon'], to: string): RowAction => ({
      id: name,
      label,
      icon,
      run: () => {
        go(to);
      },
    });
    const switching: RowAction =
      status === 'on' ?
        { id: 'off', label: t('au.action.off'), icon: IconPlayerPause, run: ask('off', row) }
      : {
          id: 'on',
          label: t('au.action.on'),
          icon: IconPlayerPlay,
          run: inside > 0 ? ask('on', row) : () => void turn(row, true),
        };
    return [
      ...(place === 'builder' ? [] : [link('edit', t('au.action.edit'), IconPencil, `${here}/${id}/edit`)]),
      ...(place === 'page' || version === null ?
        []
      : [link('figures', t('au.action.figures'), IconChartBar, `${here}/${id}`)]),
      ...(version === null ? [] : [switching]),
      { id: 'duplicate', label: t('au.action.duplicate'), icon: IconCopy, run: ask('duplicate', row) },
      { id: 'share', label: t('au.action.share'), icon: IconShare3, run: ask('share', row) },
      { id: 'archive', label: t('au.action.archive'), icon: IconTrash, danger: true, run: ask('archive', row) },
    ];
  };
  const of = asking?.of;
  const dialogs = asking !== null && of !== undefined && (
    <>
      <ConfirmDialog
        opened={asking.what === 'archive'}
        title={t('au.archive.title', { name: of.name })}
        text={t('au.archive.text', { count: of.inside })}
        confirm={t('au.action.archive')}
        onClose={close}
        onConfirm={async () => {
          if ((await run(() => client.delete('/automations/{id}', { params: { id: of.id } }))) === undefined) return;
          await done();
          go(here);
        }}
      />
      <ConfirmDialog
        opened={asking.what === 'off'}
        title={t('au.off.title', { name: of.name })}
        text={t('au.off.text', { count: of.inside })}
        confirm={t('au.action.off')}
        onClose={close}
        onConfirm={() => turn(of, false)}
      />
      {asking.what === 'on' && (
        <SwitchOn
          name={of.name}
          onClose={close}
          onConfirm={async (lapsed) => {
            close();
            await turn(of, true, lapsed);
          }}
        />
      )}
      {asking.what === 'duplicate' && <Duplicate of={of} onClose={close} onDone={done} />}
      {asking.what === 'share' && <Share of={of} onClose={close} />}
    </>
  );
  return {
    actionsOf,
    dialogs,
    ask: (what: Asked, row: Of) => {
      ask(what, row)();
    },
  };
}

/** People are inside: what fell due meanwhile goes on, or is over. */
function SwitchOn({
  name,
  onClose,
  onConfirm,
}: {
  readonly name: string;
  readonly onClose: () => void;
  readonly onConfirm: (lapsed: 'go-on' | 'end') => Promise<void>;
}) {
  const [lapsed, setLapsed] = useState<'go-on' | 'end'>('go-on');
  return (
    <Modal opened onClose={onClose} title={t('au.on.title', { name })} size="sm">
      <Radio.Group
        label={t('au.on.text')}
        value={lapsed}
        onChange={(value) => {
          setLapsed(value as typeof lapsed);
        }}
      >
        <Stack gap="xs" mt="sm">
          <Radio value="go-on" label={t('au.on.goOn')} description={t('au.on.goOnText')} />
          <Radio value="end" label={t('au.on.end')} description={t('au.on.endText')} />
        </Stack>
      </Radio.Group>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('app.cancel')}
        </Button>
        <Button onClick={() => void onConfirm(lapsed)}>{t('au.action.on')}</Button>
      </Group>
    </Modal>
  );
}

function Duplicate({
  of,
  onClose,
  onDone,
}: {
  readonly of: Of;
  readonly onClose: () => void;
  readonly onDone: () => Promise<void>;
}) {
  const { client, run } = useApp();
  const [, go] = useLocation();
  const [name, setName] = useState(t('au.copy.nameOf', { name: of.name }).slice(0, longestName));
  const [busy, setBusy] = useState(false);
  return (
    <Modal opened onClose={onClose} title={t('au.copy.title', { name: of.name })} size="sm">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setBusy(true);
          void run(() => client.post('/automations/{id}/duplicate', { params: { id: of.id }, body: { name } }))
            .then(async (made) => {
              if (made === undefined) return;
              onClose();
              await onDone();
              go(`${here}/${made.data.id}/edit`);
            })
            .finally(() => {
              setBusy(false);
            });
        }}
      >
        <TextInput
          label={t('au.copy.name')}
          value={name}
          maxLength={longestName}
          data-autofocus
          onChange={(event) => {
            setName(event.currentTarget.value);
          }}
        />
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          <Button type="submit" loading={busy} disabled={name.trim() === ''}>
            {t('au.copy.go')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

function Share({ of, onClose }: { readonly of: Of; readonly onClose: () => void }) {
  const { data } = useRead('/automations/{id}/unique-id', { params: { id: of.id } });
  return (
    <Modal opened onClose={onClose} title={t('au.share.title', { name: of.name })}>
      <Text c="dimmed" mb="md">
        {t('au.share.text')}
      </Text>
      {data !== undefined && <CopyField label={t('au.share.id')} value={data.data.unique_id} />}
    </Modal>
  );
}

/** A copy of what another business shares, by its unique id. */
export function CloneDialog({ onClose }: { readonly onClose: () => void }) {
  const { client } = useApp();
  const [, go] = useLocation();
  const refresh = useRefresh();
  const [id, setId] = useState('');
  const [name, setName] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const unique = id.trim();
  const take = async () => {
    if (!/^[A-Za-z0-9_-]{32}$/u.test(unique)) {
      setProblem(t('au.clone.notOne'));
      return;
    }
    setBusy(true);
    try {
      const body = name.trim() === '' ? {} : { name: name.trim() };
      const made = await client.post('/automations/{id}/clone', { params: { id: unique }, body, quiet: true });
      await refresh('/automations');
      go(`${here}/${made.data.id}/edit`);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(
        error.status === 0 ? t('app.unreachable')
        : error.status === 404 ? t('au.clone.unknown')
        : (failureMessage(error) ?? t('app.failed')),
      );
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal opened onClose={onClose} title={t('au.clone.title')} size="sm">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void take();
        }}
      >
        <Stack gap="md">
          <TextInput
            label={t('au.clone.id')}
            description={t('au.clone.idText')}
            value={id}
            maxLength={60}
            data-autofocus
            autoComplete="off"
            error={problem}
            onChange={(event) => {
              setId(event.currentTarget.value);
              setProblem(null);
            }}
          />
          <TextInput
            label={t('au.clone.name')}
            value={name}
            maxLength={longestName}
            onChange={(event) => {
              setName(event.currentTarget.value);
            }}
          />
        </Stack>
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          <Button type="submit" loading={busy} disabled={unique === ''}>
            {t('au.clone.go')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
