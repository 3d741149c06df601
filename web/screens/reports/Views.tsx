import { ActionIcon, Button, Checkbox, Group, Menu, Modal, Select, Stack, TextInput } from '@mantine/core';
import { IconBookmark, IconBookmarkPlus, IconHome, IconHomeOff, IconTrash } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { ReportView } from '../../../api/contract/report-views.ts';
import { toastSuccess } from '../../core/toast.ts';
import { useRead } from '../../data/read.ts';
import { useApp } from '../../session/context.tsx';
import { useProfile } from '../../session/profile.tsx';
import { t } from './texts.ts';

/** What of an address is not a view: where a list stands, and what is open beside it. */
const besides = ['page', 'cursor', 'text', 'exports'];
/** An address as views have it: what makes them, in the order of their names. */
function canonical(address: string): string {
  const params = [...new URLSearchParams(address)].filter(([name, value]) => !besides.includes(name) && value !== '');
  return new URLSearchParams(params.toSorted(([one], [other]) => (one < other ? -1 : 1))).toString();
}

/** Saved views of one report: chooses one, saves what is shown, and says with which the report opens. */
export function Views({ screen }: { readonly screen: ReportView['screen'] }) {
  const { client, run } = useApp();
  const [here, go] = useLocation();
  const address = useSearch();
  const { data, refresh } = useRead('/reports/views', {});
  const [saving, setSaving] = useState(false);
  const views = data?.data.filter((one) => one.screen === screen) ?? [];
  const shown = canonical(address);
  const current = views.find(({ query }) => query === shown);
  const byDefault = views.find((one) => one.is_default);
  const open = (query: string) => {
    go(query === '' ? here : `${here}?${query}`);
  };
  const [isOpened, setIsOpened] = useState(address !== '');
  const first = data === undefined ? null : (byDefault?.query ?? '');
  useEffect(() => {
    if (isOpened || first === null) return;
    setIsOpened(true);
    if (first !== '') go(`${here}?${first}`, { replace: true });
  }, [isOpened, first, here, go]);
  const choose = (id: string | null) =>
    run(() => client.put('/reports/default-view', { body: { screen, id }, quiet: true })).then(refresh);
  const remove = ({ id }: ReportView) =>
    run(() => client.delete('/reports/views/{id}', { params: { id }, quiet: true })).then(refresh);
  return (
    <Group gap={4} wrap="nowrap">
      {views.length > 0 && (
        <Select
          aria-label={t('rep.view')}
          placeholder={t('rep.view')}
          data={views.map(({ id, name, shared, own }) => ({
            value: id,
            label: shared && !own ? t('rep.viewShared', { name }) : name,
          }))}
          value={current?.id ?? null}
          clearable
          comboboxProps={{ shadow: 'lg' }}
          onChange={(id) => {
            open(views.find((one) => one.id === id)?.query ?? '');
          }}
        />
      )}
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon size="lg" variant="default" aria-label={t('rep.viewMenu')}>
            <IconBookmark size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconBookmarkPlus size={16} aria-hidden />}
            disabled={current !== undefined}
            onClick={() => {
              setSaving(true);
            }}
          >
            {t('rep.saveView')}
          </Menu.Item>
          {current !== undefined && !current.is_default && (
            <Menu.Item leftSection={<IconHome size={16} aria-hidden />} onClick={() => void choose(current.id)}>
              {t('rep.makeDefault')}
            </Menu.Item>
          )}
          {byDefault !== undefined && (
            <Menu.Item leftSection={<IconHomeOff size={16} aria-hidden />} onClick={() => void choose(null)}>
              {t('rep.noDefault', { name: byDefault.name })}
            </Menu.Item>
          )}
          {current !== undefined && (
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => void remove(current)}
            >
              {t('rep.deleteView', { name: current.name })}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {saving && (
        <SaveView
          screen={screen}
          query={shown}
          onClose={(isSaved) => {
            setSaving(false);
            if (isSaved) refresh();
          }}
        />
      )}
    </Group>
  );
}

function SaveView({
  screen,
  query,
  onClose,
}: {
  readonly screen: ReportView['screen'];
  readonly query: string;
  readonly onClose: (isSaved: boolean) => void;
}) {
  const { client, run } = useApp();
  const { role } = useProfile();
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const body = { screen, name, query, shared };
    const saved = await run(() => client.post('/reports/views', { body, quiet: true }));
    setBusy(false);
    if (saved === undefined) return;
    toastSuccess(t('rep.viewSaved'));
    onClose(true);
  };
  return (
    <Modal
      opened
      onClose={() => {
        onClose(false);
      }}
      title={t('rep.saveView')}
      size="sm"
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Stack gap="md">
          <TextInput
            label={t('rep.viewName')}
            value={name}
            maxLength={60}
            required
            data-autofocus
            onChange={(event) => {
              setName(event.currentTarget.value);
            }}
          />
          <Checkbox
            label={t(`rep.share.${role}`)}
            checked={shared}
            onChange={(event) => {
              setShared(event.currentTarget.checked);
            }}
          />
        </Stack>
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button
            variant="default"
            onClick={() => {
              onClose(false);
            }}
          >
            {t('app.cancel')}
          </Button>
          <Button type="submit" loading={busy} disabled={name.trim() === ''}>
            {t('rep.saveView')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
