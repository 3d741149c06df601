import './stock.css';
import { Button, Modal, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPhotoSearch, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import type { AnswerOf } from '../../../api/contract/client.ts';
import { asList, useRead } from '../../data/read.ts';
import { ErrorState } from '../ErrorState.tsx';
import { t } from './texts.ts';

export type StockPhoto = AnswerOf<'GET', '/stock-photos'>['data'][number];

const perPage = 12;
const ideas = ['food', 'fitness', 'beauty', 'retail', 'event', 'home', 'nature', 'background'] as const;

/** Opens the library of bundled pictures. */
export function StockButton({ onPick }: { readonly onPick: (photo: StockPhoto) => void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPhotoSearch size={15} aria-hidden />}
        onClick={() => {
          setOpen(true);
        }}
      >
        {t('stock.open')}
      </Button>
      <Modal
        opened={open}
        onClose={() => {
          setOpen(false);
        }}
        size="xl"
        title={t('stock.title')}
      >
        {open && (
          <Library
            onPick={(photo) => {
              onPick(photo);
              setOpen(false);
            }}
          />
        )}
      </Modal>
    </>
  );
}

function Library({ onPick }: { readonly onPick: (photo: StockPhoto) => void }) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), 200);
  const [asked, setAsked] = useState({ search: '', page: 1 });
  const page = asked.search === search ? asked.page : 1;
  const turn = (to: number) => {
    setAsked({ search, page: to });
  };
  const { data, error, refresh } = useRead('/stock-photos', { query: { search, page, per_page: perPage } }, asList);
  const total = data?.meta.total ?? 0;
  const pages = Math.max(1, Math.ceil(total / perPage));
  return (
    <div className="bld-stock">
      <TextInput
        aria-label={t('stock.search')}
        placeholder={t('stock.search')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={typed}
        maxLength={100}
        data-autofocus
        onChange={(event) => {
          setTyped(event.currentTarget.value);
        }}
      />
      <p className="ideas">
        {ideas.map((idea) => (
          <button
            key={idea}
            type="button"
            aria-pressed={typed === idea}
            onClick={() => {
              setTyped(typed === idea ? '' : idea);
            }}
          >
            {t(`stock.idea.${idea}`)}
          </button>
        ))}
      </p>
      {error ?
        <ErrorState error={error} onRetry={refresh} />
      : <>
          <ul aria-label={t('stock.title')}>
            {data === undefined ?
              Array.from({ length: perPage }, (_, index) => <li key={index} className="ghost" />)
            : data.data.map((photo) => (
                <li key={photo.url}>
                  <button
                    type="button"
                    onClick={() => {
                      onPick(photo);
                    }}
                  >
                    <img src={photo.url} alt={photo.alt} width={photo.width} height={photo.height} loading="lazy" />
                    <span aria-hidden>{photo.alt}</span>
                    {photo.credit !== null && <small>{photo.credit}</small>}
                  </button>
                </li>
              ))
            }
          </ul>
          <footer>
            <span className="muted" role="status">
              {data !== undefined && (total === 0 ? t('stock.none') : t('stock.found', { count: total }))}
            </span>
            {pages > 1 && (
              <span className="turn">
                <Button
                  size="xs"
                  variant="default"
                  disabled={page === 1}
                  onClick={() => {
                    turn(page - 1);
                  }}
                >
                  {t('stock.before')}
                </Button>
                <span className="num muted">{t('stock.page', { page, pages })}</span>
                <Button
                  size="xs"
                  variant="default"
                  disabled={page >= pages}
                  onClick={() => {
                    turn(page + 1);
                  }}
                >
                  {t('stock.more')}
                </Button>
              </span>
            )}
          </footer>
        </>
      }
    </div>
  );
}
