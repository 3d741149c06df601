import { Button, Menu, Modal, TextInput } from '@mantine/core';
import { IconChevronDown, IconDeviceFloppy, IconFilter, IconTrash, IconUsersGroup } from '@tabler/icons-react';
import { type ReactNode, type SyntheticEvent, useState } from 'react';
import { useApp } from '../../../session/context.tsx';
import { ConfirmDialog } from '../../../components/ConfirmDialog.tsx';
import { Conditions } from '../../../components/contact-filter/Conditions.tsx';
import { FilterDialog } from '../../../components/contact-filter/FilterDialog.tsx';
import type { ContactFilter } from '../../../components/contact-filter/model.ts';
import type { FilterData } from '../../../components/contact-filter/useFilterData.ts';
import { usedIn, useUses } from '../../../components/UsedIn.tsx';
import { count } from '../../../format/number.ts';
import { toastSuccess } from '../../../core/toast.ts';
import { t } from './texts.ts';

/** What the list is narrowed to: segments to choose from, the filter's conditions one by one, and saving them under a name. */
export function FilterBar({
  filter,
  segmentId,
  data,
  onFilter,
  onSegment,
  children,
}: {
  readonly filter: ContactFilter | null;
  readonly segmentId: string | null;
  readonly data: FilterData;
  readonly onFilter: (filter: ContactFilter | null) => void;
  readonly onSegment: (id: string | null) => void;
  /** Stands between the buttons and what they have chosen. */
  readonly children?: ReactNode;
}) {
  const [building, setBuilding] = useState(false);
  const [saving, setSaving] = useState(false);
  const [deleting, setDeleting] = useState<string | null>(null);
  const { client, run } = useApp();
  const usesOf = useUses();
  const current = data.segments.find(({ id }) => id === segmentId);
  const doomed = data.segments.find(({ id }) => id === deleting);
  return (
    <>
      <Menu shadow="lg" position="bottom-start" width={280}>
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<IconUsersGroup size={16} aria-hidden />}
            rightSection={<IconChevronDown size={14} aria-hidden />}
          >
            {current === undefined ? t('segments.title') : current.name}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {segmentId !== null && (
            <Menu.Item
              onClick={() => {
                onSegment(null);
              }}
            >
              {t('segments.everybody')}
            </Menu.Item>
          )}
          {data.segments.map((segment) => (
            <Menu.Item
              key={segment.id}
              rightSection={
                <span className="num faint">
                  {segment.count === null ? t('segments.counting') : count(segment.count)}
                </span>
              }
              onClick={() => {
                onSegment(segment.id);
              }}
            >
              {segment.name}
              {usedIn(usesOf('segment', segment.id)) !== null && (
                <span className="faint"> · {usedIn(usesOf('segment', segment.id))}</span>
              )}
            </Menu.Item>
          ))}
          {data.segments.length === 0 && <Menu.Label>{t('segments.none')}</Menu.Label>}
          {current !== undefined && (
            <>
              <Menu.Divider />
              <Menu.Item
                onClick={() => {
                  onSegment(null);
                  onFilter(current.filter as ContactFilter);
                }}
              >
                {t('segments.openFilter')}
              </Menu.Item>
              <Menu.Item
                color="red"
                leftSection={<IconTrash size={15} aria-hidden />}
                onClick={() => {
                  setDeleting(current.id);
                }}
              >
                {t('segments.delete', { name: current.name })}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <Button
        variant="default"
        leftSection={<IconFilter size={16} aria-hidden />}
        onClick={() => {
          setBuilding(true);
        }}
      >
        {t('filter.title')}
      </Button>
      {children}
      {filter !== null && (
        <>
          <Conditions filter={filter} names={data.names} onFilter={onFilter} />
          <Button
            variant="subtle"
            leftSection={<IconDeviceFloppy size={16} aria-hidden />}
            onClick={() => {
              setSaving(true);
            }}
          >
            {t('segments.save')}
          </Button>
        </>
      )}
      <FilterDialog
        opened={building}
        filter={filter}
        data={data}
        onApply={onFilter}
        onClose={() => {
          setBuilding(false);
        }}
      />
      <Modal
        opened={saving}
        title={t('segments.save')}
        size="sm"
        onClose={() => {
          setSaving(false);
        }}
      >
        {saving && filter !== null && (
          <SaveSegment
            filter={filter}
            onSaved={(id) => {
              setSaving(false);
              data.refreshSegments();
              onSegment(id);
            }}
          />
        )}
      </Modal>
      <ConfirmDialog
        opened={doomed !== undefined}
        title={t('segments.deleteTitle', { name: doomed?.name ?? '' })}
        text={t('segments.deleteText')}
        confirm={t('segments.deleteConfirm')}
        uses={usesOf('segment', doomed?.id)}
        onClose={() => {
          setDeleting(null);
        }}
        onConfirm={async () => {
          const id = deleting!;
          const evenIfUsed = usesOf('segment', id).length > 0 ? { query: { even_if_used: true } } : {};
          const done = await run(() => client.delete('/segments/{id}', { params: { id }, ...evenIfUsed }));
          if (!done) return;
          toastSuccess(done.message);
          onSegment(null);
          data.refreshSegments();
        }}
      />
    </>
  );
}

function SaveSegment({ filter, onSaved }: { readonly filter: ContactFilter; readonly onSaved: (id: string) => void }) {
  const { client, run } = useApp();
  const [name, setName] = useState('');
  const save = async (event: SyntheticEvent) => {
    event.preventDefault();
    const saved = await run(() => client.post('/segments', { body: { name, filter } }));
    if (!saved) return;
    toastSuccess(saved.message);
    onSaved(saved.data.id);
  };
  return (
    <form onSubmit={(event) => void save(event)}>
      <TextInput
        label={t('segments.name')}
        description={t('segments.follows')}
        value={name}
        maxLength={80}
        required
        data-autofocus
        onChange={(event) => {
          setName(event.currentTarget.value);
        }}
      />
      <Button type="submit" mt="md" disabled={name.trim() === ''}>
        {t('segments.saveButton')}
      </Button>
    </form>
  );
}
