import { createTheme, type CSSVariablesResolver, type MantineThemeOverride } from '@mantine/core';
import { defaultBrand, shades } from './color.ts';

/** How every dialog's and drawer's title is set. */
const title = { fontWeight: 600, overflowWrap: 'anywhere' } as const;

/** The component library dressed in our tokens. `brand`: the accent as `#rrggbb`, one that white text can be read on. */
export function themeFor(brand: string): MantineThemeOverride {
  return createTheme({
    primaryColor: 'brand',
    primaryShade: { light: 6, dark: 6 },
    colors: { brand: shades(brand), red: shades('#c0281c'), green: shades('#17774a'), yellow: shades('#8a5405') },
    fontFamily: 'var(--font)',
    fontFamilyMonospace: 'var(--font-mono)',
    fontSizes: {
      xs: 'var(--text-xs)',
      sm: 'var(--text-s)',
      md: 'var(--text-m)',
      lg: 'var(--text-l)',
      xl: 'var(--text-xl)',
    },
    radius: { xs: '4px', sm: 'var(--radius-s)', md: 'var(--radius-m)', lg: 'var(--radius-l)', xl: 'var(--radius-xl)' },
    defaultRadius: 'md',
    shadows: {
      xs: 'var(--shadow-s)',
      sm: 'var(--shadow-s)',
      md: 'var(--shadow-m)',
      lg: 'var(--shadow-l)',
      xl: 'var(--shadow-l)',
    },
    cursorType: 'pointer',
    respectReducedMotion: true,
    components: {
      Button: { defaultProps: { size: 'sm' } },
      ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 'lg' } },
      Modal: {
        defaultProps: {
          centered: true,
          radius: 'lg',
          styles: { title },
          closeButtonProps: { 'aria-label': 'Close' },
          overlayProps: { backgroundOpacity: 0.4, blur: 1 },
        },
      },
      Drawer: {
        defaultProps: {
          styles: { title },
          closeButtonProps: { 'aria-label': 'Close' },
          overlayProps: { backgroundOpacity: 0.4 },
        },
      },
      Tooltip: { defaultProps: { withArrow: false, openDelay: 350, fz: 'xs' } },
      Popover: { defaultProps: { shadow: 'lg', radius: 'lg' } },
      // The library's placeholder for the first focus is no child that a menu may have (ARIA 1.2, menu).
      Menu: { defaultProps: { shadow: 'lg', radius: 'md', withInitialFocusPlaceholder: false } },
      Skeleton: { defaultProps: { radius: 'sm' }, classNames: { root: 'bk-skeleton' } },
    },
  });
}

const shared = {
  '--mantine-color-body': 'var(--bg)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-muted)',
  '--mantine-color-placeholder': 'var(--text-faint)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--surface-hover)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--border-strong)',
  '--mantine-color-error': 'var(--danger)',
  '--mantine-color-anchor': 'var(--brand-text)',
  '--mantine-color-brand-text': 'var(--brand-text)',
  '--mantine-color-brand-light-color': 'var(--brand-text)',
  '--mantine-color-brand-filled-hover': 'var(--brand-hover)',
  '--mantine-color-gray-light-color': 'var(--text-muted)',
  '--mantine-color-gray-text': 'var(--text-muted)',
  '--mantine-color-gray-light-hover': 'var(--neutral-soft)',
  '--mantine-color-red-light-color': 'var(--danger)',
  '--mantine-color-red-text': 'var(--danger)',
};

export const cssVariables: CSSVariablesResolver = (theme) => ({
  variables: { '--brand': theme.colors['brand']?.[6] ?? defaultBrand },
  light: shared,
  dark: {
    ...shared,
    '--mantine-color-dark-6': 'var(--surface-raised)',
    '--mantine-color-dark-7': 'var(--surface)',
    '--mantine-color-dark-4': 'var(--border)',
  },
});
