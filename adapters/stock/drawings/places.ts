import {
  blob,
  chance,
  circle,
  clipped,
  type Drawing,
  faint,
  glow,
  ground,
  hills,
  leaf,
  lifted,
  line,
  oval,
  path,
  put,
  rect,
  times,
  washed,
} from './pen.ts';

const stars = (count: number, seed: number, below = 480): string => {
  const any = chance(seed);
  return times(count, () =>
    circle(any() * 1200, any() * below, 1 + any() * 2.4, '#ffffff', `opacity="${(0.35 + any() * 0.65).toFixed(2)}"`),
  );
};
const pine = (high: number, tone: string): string =>
  times(3, (i) =>
    path(
      `M${-high * (0.3 - i * 0.06)} ${-i * high * 0.24}L0 ${-high * (0.55 + i * 0.22)}L${high * (0.3 - i * 0.06)} ${-i * high * 0.24}Z`,
      tone,
    ),
  );
const house = (wall: string, roof: string, door: string): string =>
  rect(-110, -210, 220, 210, wall) +
  path('M-134 -206L0 -330L134 -206Z', roof) +
  rect(-28, -104, 56, 104, door, 28) +
  circle(16, -50, 4, '#f2d58a') +
  [-72, 72]
    .map((x) => rect(x - 26, -168, 52, 60, '#fdf3d8', 4) + line(`M${x} -168v60M${x - 26} -138h52`, roof, 4))
    .join('') +
  rect(58, -320, 30, 70, roof);
const window = (x: number, y: number, w: number, h: number, lit: string): string => rect(x, y, w, h, lit, 2);

export const places: readonly Drawing[] = [
  {
    name: 'sunrise-hills',
    svg: () => {
      const sun = glow('#fff4d2', '#ffb46b00');
      return (
        washed(['#f2a07b', '#f8c79a', '#fbe6c4'], 90) +
        `<defs>${sun.defs}</defs>` +
        circle(760, 400, 330, sun.use) +
        circle(760, 400, 96, '#fff1cf') +
        hills([470, 430, 480, 420, 470, 440], '#d9826f') +
        hills([540, 580, 510, 560, 520, 570], '#a9606a') +
        hills([640, 600, 660, 610, 650, 600], '#6d4560') +
        hills([720, 740, 690, 730, 700, 720], '#3f2c49')
      );
    },
  },
  {
    name: 'quiet-sea',
    svg: () =>
      washed(['#f6e7d0', '#f3cdb0'], 90) +
      circle(330, 250, 110, '#f49b6e') +
      times(8, (i) => {
        const y = 330 + i * 62;
        const d = `M-60 ${y}${times(9, () => 'q75 -44 150 0')}V800H-60Z`;
        return put(
          (i % 2) * -70,
          0,
          path(d, ['#9ccfd0', '#7fbfc6', '#62adb9', '#4a99aa', '#38849a', '#2b6f88', '#215c75', '#194b62'][i]!),
        );
      }),
  },
  {
    name: 'mountain-night',
    svg: () =>
      washed(['#0d1b3e', '#26356b', '#6a5b95'], 90) +
      stars(120, 4) +
      circle(930, 170, 66, '#f7efd6') +
      circle(904, 156, 60, '#1b2a58') +
      path('M-40 620L260 250L420 450L600 210L820 480L960 360L1260 640V800H-40Z', '#3b3f74') +
      path(
        'M260 250L320 325L282 352L250 318L214 336L188 338Z M600 210L668 293L628 318L596 286L548 318L530 304Z',
        '#e9e6f5',
      ) +
      path('M-40 700L200 520L420 640L640 500L900 660L1100 560L1260 640V800H-40Z', '#25295a') +
      times(17, (i) => put(20 + i * 74, 800 - (i % 3) * 14, pine(150 + (i % 4) * 34, i % 2 ? '#141a3d' : '#10163a'))),
  },
  {
    name: 'desert-bloom',
    svg: () => {
      const cactus = (tone: string): string =>
        rect(-36, -330, 72, 330, tone, 36) +
        path(
          'M-36 -170H-84C-110 -170 -110 -260 -110 -260C-110 -292 -64 -292 -64 -260V-222H-36Z M36 -120H92C118 -120 118 -230 118 -230C118 -262 72 -262 72 -230V-174H36Z',
          tone,
        ) +
        times(3, (i) => line(`M${-16 + i * 16} -300V-20`, '#ffffff26', 4)) +
        times(6, (i) => put(0, -336, oval(0, -16, 10, 18, '#f27ba0'), i * 60));
      return (
        washed(['#f7d6b5', '#f2a884'], 90) +
        circle(860, 330, 140, '#fbe7c3') +
        hills([520, 470, 540, 480, 530, 500], '#d98058') +
        hills([620, 590, 640, 600, 640, 610], '#b95f44') +
        put(330, 720, cactus('#3d7d63'), 0, 1.15) +
        put(900, 740, cactus('#2f6854'), 0, 0.85) +
        put(
          610,
          760,
          times(9, (i) => put(0, 0, leaf(150, 26, i % 2 ? '#6aa58a' : '#4d8f76', '#ffffff33'), -76 + i * 19)),
        ) +
        rect(0, 740, 1200, 60, '#8e4433')
      );
    },
  },
  {
    name: 'city-dusk',
    svg: () => {
      const any = chance(12);
      const row = (base: number, tone: string, lit: string, wide: number): string =>
        times(Math.ceil(1200 / wide) + 1, (i) => {
          const [h, x] = [180 + any() * 290, i * wide - 20];
          return (
            rect(x, base - h, wide - 8, h + 400, tone) +
            times(Math.floor(h / 44), (j) =>
              times(Math.floor(wide / 30), (k) =>
                any() > 0.55 ? window(x + 12 + k * 28, base - h + 20 + j * 44, 14, 22, lit) : '',
              ),
            )
          );
        });
      return (
        washed(['#27305f', '#7c4f86', '#ef8e7b', '#fbc78e'], 90) +
        circle(330, 470, 120, '#ffdf9e') +
        faint(0.55, row(640, '#6b4a7d', '#ffd9a077', 96)) +
        row(740, '#2a2450', '#ffcf7d', 132)
      );
    },
  },
  {
    name: 'monstera-leaves',
    svg: () => {
      const big = (tone: string, dark: string): string =>
        path('M0 60C-190 20 -240 -200 -120 -330C-60 -390 60 -390 120 -330C240 -200 190 20 0 60Z', tone) +
        times(4, (i) =>
          path(
            `M-210 ${-250 + i * 74}L-52 ${-196 + i * 62}L-200 ${-216 + i * 74}Z ` +
              `M210 ${-250 + i * 74}L52 ${-196 + i * 62}L200 ${-216 + i * 74}Z`,
            dark,
          ),
        ) +
        line('M0 150V-350', '#ffffff3d', 8) +
        times(5, (i) =>
          line(
            `M0 ${-20 - i * 66}C50 ${-60 - i * 66} 90 ${-80 - i * 62} 130 ${-90 - i * 54}` +
              `M0 ${-20 - i * 66}C-50 ${-60 - i * 66} -90 ${-80 - i * 62} -130 ${-90 - i * 54}`,
            '#ffffff2b',
            5,
          ),
        );
      const back = '#123c33';
      return (
        ground(back) +
        [
          [200, 700, -30, '#1c5a49'],
          [1010, 720, 28, '#1c5a49'],
          [600, 860, 4, '#226a55'],
          [110, 300, -70, '#2b7d62'],
          [1120, 280, 66, '#2b7d62'],
          [420, 560, -14, '#379373'],
          [800, 570, 18, '#45a583'],
        ]
          .map(([x, y, turn, tone]) =>
            put(
              x as number,
              y as number,
              lifted(big(tone as string, back), 6, 14, 14, '#04181377'),
              turn as number,
              0.95,
            ),
          )
          .join('')
      );
    },
  },
  {
    name: 'corner-shop',
    svg: () =>
      ground('#f0d9bf') +
      rect(120, 110, 960, 640, '#fff7ea') +
      rect(120, 110, 960, 90, '#24464c') +
      times(9, (i) => rect(190 + i * 96, 140, 56, 26, '#f0d9bf', 13)) +
      times(12, (i) => path(`M${120 + i * 80} 200h80v96a40 40 0 0 1 -80 0Z`, i % 2 ? '#fff1e2' : '#d6503f')) +
      rect(180, 370, 500, 310, '#7fb1b0', 6) +
      rect(180, 370, 500, 310, '#ffffff22', 6) +
      times(4, (i) =>
        put(
          240 + i * 118,
          680,
          lifted(
            rect(-42, -90 - (i % 2) * 46, 84, 90 + (i % 2) * 46, ['#d6503f', '#f2b544', '#24464c', '#f6e3c8'][i]!, 8),
          ),
        ),
      ) +
      line('M230 420L350 660M270 420L330 540', '#ffffff66', 10) +
      rect(760, 360, 240, 390, '#24464c', 6) +
      rect(790, 396, 180, 230, '#7fb1b0', 4) +
      circle(962, 580, 9, '#f2b544') +
      rect(0, 740, 1200, 60, '#b99a7b') +
      [80, 1120]
        .map((x) =>
          put(
            x,
            742,
            rect(-46, -80, 92, 80, '#c9704a', 6) +
              times(7, (i) => put(0, -76, leaf(130, 30, i % 2 ? '#4d8f5c' : '#387647'), -54 + i * 18)),
          ),
        )
        .join(''),
  },
  {
    name: 'row-of-houses',
    svg: () =>
      washed(['#cfe6ee', '#eaf3ee'], 90) +
      circle(1010, 150, 74, '#fbe2a2') +
      times(3, (i) =>
        put(200 + i * 360, 140 + (i % 2) * 60, oval(0, 0, 90, 26, '#ffffff') + oval(40, -22, 54, 28, '#ffffff')),
      ) +
      hills([600, 560, 600, 570, 610, 580], '#a8cdb0') +
      [
        ['#f3e3cf', '#b4533f', '#2f5d62'],
        ['#dcae5c', '#5b4a68', '#7c2f2f'],
        ['#e9cfc4', '#2f5d62', '#b4533f'],
        ['#c4d7c8', '#7a4a30', '#24464c'],
      ]
        .map(([wall, roof, door], i) => put(165 + i * 290, 690, house(wall!, roof!, door!), 0, 1.08))
        .join('') +
      rect(0, 690, 1200, 110, '#7fa884') +
      times(
        12,
        (i) =>
          rect(20 + i * 102, 700, 84, 60, '#ffffff00') +
          line(`M${30 + i * 102} 730v-44M${60 + i * 102} 730v-44M${16 + i * 102} 706h66`, '#fffaf0', 9),
      ) +
      rect(0, 750, 1200, 50, '#5e6a72') +
      times(10, (i) => rect(20 + i * 124, 772, 70, 7, '#f4efe2', 3)),
  },
  {
    name: 'living-room',
    svg: () =>
      washed(['#e9dccb', '#e0cdb6'], 90) +
      rect(0, 620, 1200, 180, '#b58a63') +
      rect(0, 614, 1200, 12, '#f4ebdf') +
      rect(130, 110, 250, 320, '#fdf8ef', 4) +
      clipped(
        '<rect x="150" y="130" width="210" height="280"/>',
        rect(150, 130, 210, 280, '#f3cdb0') +
          circle(280, 250, 62, '#d9694f') +
          put(
            0,
            0,
            path(
              blob(180, 420, 130, (i) => 0.8 + (i % 3) * 0.16),
              '#2f5d62',
            ),
          ),
      ) +
      oval(620, 700, 470, 54, '#d9694f22') +
      lifted(
        rect(420, 430, 470, 170, '#2f6b66', 40) +
          rect(380, 500, 110, 160, '#2a5f5b', 40) +
          rect(820, 500, 110, 160, '#2a5f5b', 40) +
          rect(460, 540, 390, 90, '#387b75', 26),
        6,
        16,
        14,
        '#2a170844',
      ) +
      put(560, 520, rect(-56, -56, 112, 112, '#f2b544', 18), -12) +
      put(740, 520, rect(-52, -52, 104, 104, '#f6e3c8', 18), 10) +
      rect(430, 650, 18, 52, '#6b4a33') +
      rect(870, 650, 18, 52, '#6b4a33') +
      line('M1020 680V290', '#3a2a20', 10) +
      path('M930 300L970 180H1070L1110 300Z', '#fdf3d8') +
      oval(1020, 684, 70, 12, '#3a2a20') +
      put(
        240,
        690,
        rect(-52, -110, 104, 110, '#f4ebdf', 10) +
          times(7, (i) => put(0, -104, leaf(190, 40, i % 2 ? '#4d8f5c' : '#387647'), -60 + i * 20)),
      ),
  },
  {
    name: 'open-road',
    svg: () =>
      washed(['#8ec7dd', '#d9ecec', '#f9e9cc'], 90) +
      circle(600, 430, 84, '#fff4d6') +
      hills([470, 400, 460, 420, 470, 390], '#8fb3a3') +
      hills([520, 500, 540, 500, 530, 510], '#5f927a') +
      rect(0, 520, 1200, 280, '#7bab73') +
      path('M560 520H640L1010 800H190Z', '#4a5058') +
      path('M566 520H572L250 800H214Z M628 520H634L986 800H950Z', '#f4efe2') +
      times(5, (i) => {
        const y = 540 + i * i * 14 + i * 6;
        return rect(600 - 3 - i * 2.4, y, 6 + i * 5, 12 + i * 9, '#f2c744', 2);
      }) +
      times(6, (i) => put(80 + i * 68, 640 - i * 20, pine(190 - i * 22, '#2f6650'))) +
      times(6, (i) => put(1120 - i * 68, 640 - i * 20, pine(190 - i * 22, '#2a5c48'))),
  },
  {
    name: 'stained-glass',
    svg: () => {
      const any = chance(41);
      const tones = ['#d9473f', '#f2b544', '#2f7d8c', '#3f9a6d', '#5b4a9e', '#e8845a', '#8ec7dd', '#f6e3a8'];
      const pane = (x: number): string =>
        put(
          x,
          0,
          clipped(
            '<path d="M-120 760V330C-120 190 -40 110 0 60C40 110 120 190 120 330V760Z"/>',
            times(9, (row) =>
              times(4, (column) => rect(-120 + column * 60, 40 + row * 82, 60, 82, tones[Math.floor(any() * 8)]!)),
            ) +
              circle(0, 300, 92, '#f6e3a8') +
              times(8, (i) => put(0, 300, path('M0 0L-26 -86A90 90 0 0 1 26 -86Z', tones[i]!), i * 45)) +
              circle(0, 300, 24, '#fdf3d8') +
              times(8, (row) => line(`M-120 ${122 + row * 82}H120`, '#20202c', 7)) +
              times(3, (column) => line(`M${-60 + column * 60} 60V760`, '#20202c', 7)) +
              circle(0, 300, 92, 'none', 'stroke="#20202c" stroke-width="8"'),
          ) +
            path(
              'M-120 760V330C-120 190 -40 110 0 60C40 110 120 190 120 330V760Z',
              'none',
              'stroke="#20202c" stroke-width="12"',
            ),
        );
      return washed(['#2b2d3c', '#191a25'], 90) + pane(270) + pane(600) + pane(930) + rect(0, 760, 1200, 40, '#12131c');
    },
  },
  {
    name: 'autumn-forest',
    svg: () => {
      const any = chance(8);
      return (
        washed(['#fbe9cf', '#f3c995'], 90) +
        times(16, (i) => {
          const x = i * 80 + any() * 30;
          return rect(
            x,
            0,
            20 + any() * 26,
            800,
            ['#c99a6b', '#a9744d', '#7c5236'][i % 3]!,
            0,
            `opacity="${(0.45 + (i % 3) * 0.25).toFixed(2)}"`,
          );
        }) +
        times(64, () =>
          path(
            blob(any() * 1200, any() * 330, 40 + any() * 50, () => 0.75 + any() * 0.5, 9),
            ['#d9694f', '#e8913f', '#f2b544', '#b4533f'][Math.floor(any() * 4)]!,
            'opacity="0.9"',
          ),
        ) +
        hills([700, 680, 710, 690, 715, 690], '#b4533f') +
        times(50, () =>
          put(
            any() * 1200,
            690 + any() * 100,
            leaf(34, 12, ['#f2b544', '#e8913f', '#d9694f', '#8e3b2c'][Math.floor(any() * 4)]!),
            any() * 360,
          ),
        )
      );
    },
  },
];
