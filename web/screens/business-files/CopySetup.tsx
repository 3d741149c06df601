import './business-file.css';
import { Button, MultiSelect, Select } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useSearch } from 'wouter';
import type { AnswerOf } from '../../../api/contract/client.ts';
import { ApiError, failureMessage } from '../../api/errors.ts';
import { Note, Section } from '../../components/form/Form.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { asList, useRead } from '../../data/read.ts';
import { useApp } from '../../session/context.tsx';
import { newKeysOf, type Part, Parts } from './Parts.tsx';
import { t } from './texts.ts';

type File = AnswerOf<'GET', '/businesses/{id}/business-file'>['data'];
interface Choice {
  readonly value: string;
  readonly label: string;
}
/** How far one business is. */
type Progress =
  | { readonly at: 'comparing' | 'copying' }
  | { readonly at: 'compared'; readonly parts: readonly Part[] }
  | { readonly at: 'copied'; readonly count: number }
  | { readonly at: 'failed'; readonly message: string };
/** So many in one go: each is compared and copied before the next. */
const most = 50;

/** /agency/businesses/copy-setup: what one business has set up, brought into others as drafts, seen first. */
export default function CopySetup() {
  const { client } = useApp();
  const [source, setSource] = useState<{ readonly id: string; readonly file: File } | null>(null);
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const [targets, setTargets] = useState<readonly Choice[]>([]);
  const [progress, setProgress] = useState<ReadonlyMap<string, Progress>>(new Map());
  const [isBusy, setIsBusy] = useState(false);
  const parts = source === null ? [] : partsOf(source.file);
  const chosen = targets.filter(({ value }) => value !== source?.id);
  const say = (id: string, one: Progress) => {
    setProgress((all) => new Map([...all, [id, one]]));
  };

  /** One business after the other: what failed is said in its row, and the others go on. */
  const each = async (ids: readonly string[], what: (id: string) => Promise<Progress>, begun: Progress) => {
    setIsBusy(true);
    for (const id of ids) {
      say(id, begun);
      say(id, await what(id).catch((error: unknown): Progress => ({ at: 'failed', message: messageOf(error) })));
    }
    setIsBusy(false);
  };
  const compare = async (id: string): Promise<Progress> => {
    const { data } = await client.post('/businesses/{id}/business-file/compare', {
      params: { id },
      body: { file: source!.file },
    });
    return { at: 'compared', parts: data.parts.filter(({ key }) => keys.has(key)) };
  };
  const copy = async (id: string): Promise<Progress> => {
    const { data } = await client.post('/businesses/{id}/business-file/import', {
      params: { id },
      body: { file: source!.file, keys: [...keys] },
    });
    return { at: 'copied', count: data.count };
  };
  const ids = chosen.map(({ value }) => value);
  const isCompared = ids.length > 0 && ids.every((id) => isSettled(progress.get(id)));
  const ready = ids.filter((id) => progress.get(id)?.at !== 'copied');
  return (
    <div className="bk-page">
      <PageHeader title={t('copySetup.title')} />
      <div className="bk-form">
        <Section title={t('copySetup.from')} text={t('copySetup.fromText')}>
          <Source
            onChosen={(next) => {
              setSource(next);
              setKeys(newKeysOf(next === null ? [] : partsOf(next.file)));
              setProgress(new Map());
            }}
          />
          {source !== null && (
            <Parts
              parts={parts}
              keys={keys}
              plain
              onKeys={(next) => {
                setKeys(next);
                setProgress(new Map());
              }}
            />
          )}
        </Section>
        <Section title={t('copySetup.to')} text={t('copySetup.toText')}>
          <Targets chosen={targets} onChosen={setTargets} />
          {chosen.length > 0 && (
            <ul className="bk-copies" aria-label={t('copySetup.to')} aria-busy={isBusy}>
              {chosen.map(({ value, label }) => (
                <Target key={value} name={label} progress={progress.get(value)} />
              ))}
            </ul>
          )}
          <Note tone="info">{t('copySetup.law')}</Note>
          <div className="bk-copyend">
            <Button
              variant="default"
              disabled={source === null || keys.size === 0 || chosen.length === 0}
              loading={isBusy && !isCompared}
              onClick={() => void each(ids, compare, { at: 'comparing' })}
            >
              {t('copySetup.preview')}
            </Button>
            <Button
              disabled={!isCompared || ready.length === 0}
              loading={isBusy && isCompared}
              onClick={() => void each(ready, copy, { at: 'copying' })}
            >
              {t('copySetup.copy', { count: ready.length })}
            </Button>
          </div>
        </Section>
      </div>
    </div>
  );
}

const messageOf = (error: unknown): string =>
  (error instanceof ApiError && error.status !== 0 ? failureMessage(error) : null) ?? t('copySetup.failed');

const isSettled = (one: Progress | undefined): boolean => one !== undefined && one.at !== 'comparing';

/** What a file holds, as if all of it were new. */
function partsOf(file: File): readonly Part[] {
  const of = (kind: Part['kind'], list: unknown): readonly Part[] =>
    (list as readonly { readonly key: string; readonly name: string }[]).map(({ key, name }) => ({
      kind,
      key,
      name,
      standing: 'new',
      fields: [],
      keyword_taken: false,
    }));
  return [
    ...of('campaign', file['campaigns']),
    ...of('template', file['templates']),
    ...of('automation', file['automations']),
  ];
}

/** A business, found as one types: there can be thousands. */
function useBusinesses(): { readonly found: readonly Choice[]; readonly onSearch: (text: string) => void } {
  const [search, setSearch] = useState('');
  const asked = { per_page: 20, search, sort_by: 'name', sort_desc: '0', status: 'active' } as const;
  const found = useRead('/businesses', { query: asked }, asList).data?.data ?? [];
  return {
    found: found.map(({ id, name }) => ({ value: id, label: name })),
    onSearch: (text) => {
      setSearch(found.some(({ name }) => name === text) ? '' : text);
    },
  };
}

function Source({
  onChosen,
}: {
  readonly onChosen: (source: { readonly id: string; readonly file: File } | null) => void;
}) {
  const { found, onSearch } = useBusinesses();
  const search = useSearch();
  const [id, setId] = useState(() => new URLSearchParams(search).get('from'));
  const templates = (useRead('/businesses/templates', {}).data?.data ?? []).map((one) => ({
    value: one.id,
    label: one.name,
  }));
  const { data, error } = useRead('/businesses/{id}/business-file', id === null ? null : { params: { id } });
  const open = id === null || data === undefined ? [] : [{ value: id, label: String(data.data['name']) }];
  const others = [...open.filter(({ value }) => !found.some((one) => one.value === value)), ...found].filter(
    ({ value }) => !templates.some((one) => one.value === value),
  );
  useEffect(() => {
    if (id !== null && data !== undefined) onChosen({ id, file: data.data });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- told once of each file
  }, [data]);
  return (
    <Select
      label={t('copySetup.source')}
      searchable
      value={id}
      error={error === undefined ? null : messageOf(error)}
      nothingFoundMessage={t('list.noMatch')}
      data={[
        { group: t('copySetup.templates'), items: templates },
        { group: t('copySetup.businesses'), items: others },
      ].filter(({ items }) => items.length > 0)}
      onSearchChange={onSearch}
      onChange={(next) => {
        setId(next);
        onChosen(null);
      }}
    />
  );
}

function Targets({
  chosen,
  onChosen,
}: {
  readonly chosen: readonly Choice[];
  readonly onChosen: (chosen: readonly Choice[]) => void;
}) {
  const { found, onSearch } = useBusinesses();
  const known = [...chosen, ...found.filter(({ value }) => !chosen.some((one) => one.value === value))];
  return (
    <MultiSelect
      label={t('copySetup.targets')}
      description={t('copySetup.targetsHint', { most })}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      searchable
      maxValues={most}
      value={chosen.map(({ value }) => value)}
      nothingFoundMessage={t('list.noMatch')}
      data={known}
      onSearchChange={onSearch}
      onChange={(ids) => {
        onChosen(known.filter(({ value }) => ids.includes(value)));
      }}
    />
  );
}

function Target({ name, progress }: { readonly name: string; readonly progress: Progress | undefined }) {
  if (progress?.at !== 'compared')
    return (
      <li>
        <div className="line">
          <b>{name}</b>
          {progress !== undefined && <State progress={progress} />}
        </div>
      </li>
    );
  return (
    <li>
      <details>
        <summary className="line">
          <b>{name}</b>
          <span className="muted num">{summaryOf(progress.parts)}</span>
        </summary>
        <Parts parts={progress.parts} />
      </details>
    </li>
  );
}

function State({ progress }: { readonly progress: Exclude<Progress, { at: 'compared' }> }) {
  switch (progress.at) {
    case 'failed':
      return (
        <span className="bk-status badge tone-danger" role="alert">
          {progress.message}
        </span>
      );
    case 'copied':
      return <span className="bk-status badge tone-success">{t('copySetup.copied', { count: progress.count })}</span>;
    case 'comparing':
    case 'copying':
      return <span className="muted">{t(`copySetup.${progress.at}`)}</span>;
  }
}

function summaryOf(parts: readonly Part[]): string {
  const count = (...standings: readonly Part['standing'][]) =>
    parts.filter(({ standing }) => standings.includes(standing)).length;
  return [
    t('copySetup.new', { count: count('new') }),
    t('copySetup.there', { count: count('same', 'different', 'removed') }),
    t('copySetup.taken', { count: parts.filter((part) => part.keyword_taken).length }),
  ]
    .filter((words) => words !== '')
    .join(' · ');
}
