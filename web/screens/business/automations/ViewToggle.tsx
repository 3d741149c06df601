import { IconListTree, IconSitemap } from '@tabler/icons-react';
import { t } from './texts.ts';
import type { ViewOf } from './view.ts';

const icons = { canvas: IconSitemap, list: IconListTree } as const;

/** Canvas or list. */
export function ViewToggle({ value, onChange }: { readonly value: ViewOf; readonly onChange: (view: ViewOf) => void }) {
  return (
    <div className="au-views" role="group" aria-label={t('au.view')}>
      {(['canvas', 'list'] as const).map((view) => {
        const Icon = icons[view];
        return (
          <button
            key={view}
            type="button"
            aria-pressed={value === view}
            onClick={() => {
              onChange(view);
            }}
          >
            <Icon size={16} aria-hidden />
            <span className="word">{t(`au.view.${view}`)}</span>
          </button>
        );
      })}
    </div>
  );
}
