import { Button, Modal, MultiSelect, SegmentedControl, Select, TagsInput, Text, Textarea } from '@mantine/core';
import { IconBan, IconBolt, IconEraser, IconHash, IconTag, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { maxTags } from '../../../../../api/contract/attributes.ts';
import type { RequestOf } from '../../../../../api/contract/client.ts';
import { useRead } from '../../../../data/read.ts';
import { useApp } from '../../../../session/context.tsx';
import { ErasureTerms } from '../../../../components/contact/ErasureTerms.tsx';
import { toastSuccess } from '../../../../core/toast.ts';
import { count } from '../../../../format/number.ts';
import { t } from '../texts.ts';

/** Who is meant: ticked ones, or all that the list shows on all of its pages. */
export type Whose = NonNullable<RequestOf<'POST', '/contacts/bulk-count'>['body']>;
type Kind = 'tags' | 'keywords' | 'automation' | 'opt-out' | 'remove';

/** What can be done with many: says how many before anything is done. */
export function BulkBar({
  whose,
  send,
  shown,
  total,
  everybody,
  keywords,
  onEverybody,
  onClear,
  onStarted,
}: {
  readonly whose: Whose;
  /** The way to a broadcast to them. */
  readonly send: ReactNode;
  /** How many are ticked, as far as it is known without asking. */
  readonly shown: number;
  readonly total: number;
  readonly everybody: boolean;
  readonly keywords: readonly string[];
  readonly onEverybody: () => void;
  readonly onClear: () => void;
  readonly onStarted: () => void;
}) {
  const [kind, setKind] = useState<Kind | null>(null);
  const automations = useRead('/automations/all', {}).data?.data ?? [];
  return (
    <div className="bk-bulkbar" role="region" aria-label={t('bulk.region')}>
      <b className="num" role="status">
        {everybody ? t('bulk.everybody', { shown: count(shown) }) : t('bulk.chosen', { count: count(shown) })}
      </b>
      {!everybody && total > shown && (
        <Button variant="subtle" size="compact-sm" onClick={onEverybody}>
          {t('bulk.all', { shown: count(total) })}
        </Button>
      )}
      {send}
      <Button
        variant="default"
        size="compact-md"
        leftSection={<IconTag size={15} aria-hidden />}
        onClick={() => {
          setKind('tags');
        }}
      >
        {t('bulk.tags')}
      </Button>
      {keywords.length > 0 && (
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconHash size={15} aria-hidden />}
          onClick={() => {
            setKind('keywords');
          }}
        >
          {t('bulk.keywords')}
        </Button>
      )}
      {automations.length > 0 && (
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconBolt size={15} aria-hidden />}
          onClick={() => {
            setKind('automation');
          }}
        >
          {t('bulk.automation')}
        </Button>
      )}
      <Button
        variant="light"
        color="red"
        size="compact-md"
        leftSection={<IconBan size={15} aria-hidden />}
        onClick={() => {
          setKind('opt-out');
        }}
      >
        {t('bulk.optOut')}
      </Button>
      <Button
        variant="light"
        color="red"
        size="compact-md"
        leftSection={<IconEraser size={15} aria-hidden />}
        onClick={() => {
          setKind('remove');
        }}
      >
        {t('bulk.erase')}
      </Button>
      <Button
        variant="subtle"
        color="gray"
        size="compact-md"
        leftSection={<IconX size={15} aria-hidden />}
        onClick={onClear}
      >
        {t('bulk.clear')}
      </Button>
      <Modal
        opened={kind !== null}
        title={kind === null ? '' : t(`bulk.title.${kind}`)}
        size="md"
        onClose={() => {
          setKind(null);
        }}
      >
        {kind !== null && (
          <Act
            kind={kind}
            whose={whose}
            keywords={keywords}
            automations={automations}
            onStarted={() => {
              setKind(null);
              onStarted();
            }}
          />
        )}
      </Modal>
    </div>
  );
}

function Act({
  kind,
  whose,
  keywords,
  automations,
  onStarted,
}: {
  readonly kind: Kind;
  readonly whose: Whose;
  readonly keywords: readonly string[];
  /** Those that contacts can be brought into now. */
  readonly automations: readonly { readonly id: string; readonly name: string }[];
  readonly onStarted: () => void;
}) {
  const { client, run } = useApp();
  const [words, setWords] = useState<string[]>([]);
  const [remove, setRemove] = useState(false);
  const [reason, setReason] = useState('');
  const [automationId, choose] = useState<string | null>(null);
  const [touched, setTouched] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    let current = true;
    client
      .post('/contacts/bulk-count', { body: whose })
      .then((answer) => {
        if (current) setTouched(answer.data.count);
      })
      .catch(() => undefined);
    return () => {
      current = false;
    };
  }, [client, whose]);
  const start = async () => {
    setBusy(true);
    const started = await run(() =>
      kind === 'tags' ? client.put('/contacts/bulk-tags', { body: { ...whose, tags: words, remove } })
      : kind === 'keywords' ?
        client.put('/contacts/bulk-assign-keywords', { body: { ...whose, keywords: words, remove } })
      : kind === 'automation' ?
        client.post('/contacts/bulk-start-automation', {
          body: { automationId: automationId!, contactIds: whose.contact_ids, filters: whose.filters },
        })
      : kind === 'remove' ? client.delete('/contacts/bulk-remove', { body: whose })
      : client.post('/contacts/bulk-opt-out', { body: { ...whose, reason: reason.trim() === '' ? null : reason } }),
    );
    setBusy(false);
    if (!started) return;
    toastSuccess(started.message);
    onStarted();
  };
  const hasWords = kind === 'tags' || kind === 'keywords';
  const isHarmless = hasWords || kind === 'automation';
  const lacks = (hasWords && words.length === 0) || (kind === 'automation' && automationId === null);
  const shared = { value: words, onChange: setWords, 'data-autofocus': true } as const;
  return (
    <div className="bk-bulkact">
      {hasWords && (
        <SegmentedControl
          aria-label={t('bulk.addOrRemove')}
          data={[
            { value: 'add', label: t('bulk.add') },
            { value: 'remove', label: t('bulk.remove') },
          ]}
          value={remove ? 'remove' : 'add'}
          onChange={(value) => {
            setRemove(value === 'remove');
          }}
        />
      )}
      {kind === 'tags' && (
        <TagsInput label={t('contacts.tags')} description={t('bulk.tagsHint')} maxTags={maxTags} {...shared} />
      )}
      {kind === 'keywords' && (
        <MultiSelect
          label={t('contacts.col.keywords')}
          description={t('bulk.keywordsHint')}
          data={[...keywords]}
          searchable
          {...shared}
        />
      )}
      {kind === 'automation' && (
        <Select
          label={t('bulk.whichAutomation')}
          description={t('bulk.automationHint')}
          data={automations.map(({ id, name }) => ({ value: id, label: name }))}
          value={automationId}
          searchable={automations.length > 7}
          allowDeselect={false}
          data-autofocus
          onChange={choose}
        />
      )}
      {kind === 'opt-out' && (
        <>
          <Text size="md">{t('bulk.optOutText')}</Text>
          <Textarea
            label={t('bulk.reason')}
            description={t('bulk.reasonHint')}
            value={reason}
            maxLength={200}
            autosize
            minRows={2}
            data-autofocus
            onChange={(event) => {
              setReason(event.currentTarget.value);
            }}
          />
        </>
      )}
      {kind === 'remove' && <ErasureTerms />}
      <Text role="status" className="num" c="dimmed">
        {touched === null ? t('filter.counting') : t('bulk.touches', { count: touched })}
      </Text>
      <Button
        {...(isHarmless ? {} : { color: 'red' })}
        loading={busy}
        disabled={touched === null || touched === 0 || lacks}
        onClick={() => void start()}
      >
        {kind === 'opt-out' ?
          t('bulk.optOutConfirm')
        : kind === 'remove' ?
          t('bulk.eraseConfirm')
        : t('bulk.go')}
      </Button>
    </div>
  );
}
