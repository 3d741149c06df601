import {
  blob,
  chance,
  circle,
  clipped,
  type Drawing,
  fade,
  glow,
  ground,
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

const planks = (tone: string, gap: string, seed: number): string => {
  const any = chance(seed);
  return (
    ground(tone) +
    times(6, (row) => rect(0, row * 134, 1200, 130, any() > 0.5 ? '#ffffff0d' : '#0000000d')) +
    times(7, (row) => line(`M0 ${row * 134}H1200`, gap, 3)) +
    times(34, () => {
      const [x, y, long] = [any() * 1200, any() * 800, 60 + any() * 260];
      return line(`M${x.toFixed()} ${y.toFixed()}h${long.toFixed()}`, '#00000012', 2);
    })
  );
};
const turned = (by: number, x: number, y: number): string =>
  `transform="rotate(${by.toFixed()} ${x.toFixed()} ${y.toFixed()})"`;
const basil = (size: number): string =>
  leaf(size, size * 0.42, '#3f7a3a') + put(0, 0, leaf(size * 0.7, size * 0.3, '#569a4a'), 58);

/** A pizza from above around 0,0: its sauce, and what lies on it. */
function pizza(
  seed: number,
  sauce: string,
  toppings: (any: () => number, spot: () => readonly [number, number]) => string,
): string {
  const any = chance(seed);
  const spot = (): readonly [number, number] => {
    const [turn, far] = [any() * 2 * Math.PI, Math.sqrt(any()) * 226];
    return [Math.cos(turn) * far, Math.sin(turn) * far];
  };
  const crust = glow('#e7b26a', '#c27a35');
  return lifted(
    `<defs>${crust.defs}</defs>` +
      path(
        blob(0, 0, 318, () => 0.97 + any() * 0.06, 22),
        crust.use,
      ) +
      times(15, () => {
        const turn = any() * 2 * Math.PI;
        return oval(
          Math.cos(turn) * 287,
          Math.sin(turn) * 287,
          8 + any() * 18,
          6 + any() * 9,
          '#7c421799',
          turned((turn * 180) / Math.PI + 90, Math.cos(turn) * 287, Math.sin(turn) * 287),
        );
      }) +
      path(
        blob(0, 0, 262, () => 0.96 + any() * 0.07, 20),
        sauce,
      ) +
      toppings(any, spot),
    10,
    22,
    20,
    '#00000066',
  );
}
const mozzarella = (any: () => number, [x, y]: readonly [number, number]): string =>
  path(
    blob(x, y, 34 + any() * 22, () => 0.8 + any() * 0.4, 9),
    '#fff6e2',
  ) +
  path(
    blob(x + 6, y + 5, 15 + any() * 12, () => 0.8 + any() * 0.4, 8),
    '#f7e2b8',
  );
const slice = (r: number): string =>
  circle(0, 0, r, '#c2372b') +
  circle(0, 0, r * 0.86, '#d9503c') +
  times(5, (i) => circle(Math.cos(i * 1.26) * r * 0.45, Math.sin(i * 1.26) * r * 0.45, r * 0.1, '#f0a58c'));

const tomato = (r: number): string => {
  const skin = glow('#f2624a', '#c62f22');
  return (
    `<defs>${skin.defs}</defs>` +
    lifted(circle(0, 0, r, skin.use), 5, 10, 8, '#3a0d0855') +
    oval(-r * 0.35, -r * 0.42, r * 0.26, r * 0.14, '#ffffff55', 'transform="rotate(-35)"') +
    times(5, (i) => put(0, 0, leaf(r * 0.5, r * 0.14, '#3f7a3a'), i * 72))
  );
};
const citrus = (r: number, rind: string, flesh: string): string =>
  circle(0, 0, r, rind) +
  circle(0, 0, r * 0.9, '#fff6df') +
  circle(0, 0, r * 0.83, flesh) +
  times(9, (i) => put(0, 0, line(`M0 0V${-r * 0.83}`, '#fff6df', r * 0.05), i * 40)) +
  circle(0, 0, r * 0.08, '#fff6df');

const cup = (tone: string, inside: string): string =>
  lifted(circle(0, 0, 168, '#f7f1e8') + circle(0, 0, 150, '#efe6d8'), 8, 16, 14, '#2a170855') +
  lifted(rect(80, -24, 110, 48, tone, 24) + circle(0, 0, 112, tone), 4, 8, 6, '#2a170844') +
  circle(0, 0, 94, '#4a2a17') +
  inside;

export const food: readonly Drawing[] = [
  {
    name: 'pizza-margherita',
    svg: () =>
      planks('#6b4a33', '#00000033', 3) +
      put(
        600,
        410,
        pizza(
          11,
          '#cf4a2c',
          (any, spot) =>
            times(13, () => mozzarella(any, spot())) +
            times(9, () => {
              const [x, y] = spot();
              return put(x, y, basil(44 + any() * 18), any() * 360);
            }),
        ),
        0,
        1.06,
      ) +
      put(130, 150, tomato(72)) +
      put(250, 90, tomato(50)) +
      put(1080, 690, basil(130), -40) +
      put(1020, 720, basil(100), 40) +
      put(1110, 130, tomato(60)),
  },
  {
    name: 'pizza-diavola',
    svg: () =>
      washed(['#2a2f38', '#171a20'], 60) +
      put(
        600,
        410,
        pizza(
          23,
          '#c23d22',
          (any, spot) =>
            times(10, () => mozzarella(any, spot())) +
            times(15, () => {
              const [x, y] = spot();
              return put(x, y, slice(36 + any() * 6));
            }) +
            times(26, () => {
              const [x, y] = spot();
              return rect(
                x,
                y,
                12,
                4,
                '#8c1b12',
                2,
                `transform="rotate(${(any() * 180).toFixed()} ${x.toFixed()} ${y.toFixed()})"`,
              );
            }),
        ),
        0,
        1.06,
      ) +
      times(5, (i) =>
        put(
          90 + i * 46,
          690 - i * 8,
          path('M0 0C40 -30 120 -40 190 -8C120 -4 60 16 0 0Z', i % 2 ? '#c62f22' : '#a51f17') +
            line('M0 0C-14 -6 -22 -2 -34 -14', '#4f7a35', 7),
          -38 + i * 6,
        ),
      ),
  },
  {
    name: 'pizza-verde',
    svg: () =>
      washed(['#dfe8d2', '#c9d8b6'], 70) +
      put(
        600,
        410,
        pizza(
          31,
          '#e9dcae',
          (any, spot) =>
            times(9, () => mozzarella(any, spot())) +
            times(17, () => {
              const [x, y] = spot();
              return put(
                x,
                y,
                circle(0, 0, 33, '#4d7d35') +
                  circle(0, 0, 28, '#cfe0a4') +
                  times(6, (i) =>
                    oval(Math.cos(i) * 13, Math.sin(i) * 13, 5, 2.6, '#a9c178', `transform="rotate(${i * 57})"`),
                  ),
              );
            }) +
            times(9, () => {
              const [x, y] = spot();
              return circle(x, y, 15, '#3f5a2a') + circle(x, y, 7, '#e9dcae');
            }) +
            times(9, () => {
              const [x, y] = spot();
              return put(x, y, leaf(52, 20, '#5b9145'), any() * 360);
            }),
        ),
        0,
        1.06,
      ) +
      put(120, 690, lifted(citrus(84, '#f0c93a', '#f8e27d'))) +
      put(1090, 130, leaf(170, 62, '#5b9145'), 35) +
      put(1120, 210, leaf(140, 54, '#3f7a3a'), 80),
  },
  {
    name: 'pizza-bianca',
    svg: () =>
      washed(['#d9c7b4', '#c3ab92'], 50) +
      put(
        600,
        410,
        pizza(
          47,
          '#f2dfb6',
          (any, spot) =>
            times(14, () => mozzarella(any, spot())) +
            times(14, () => {
              const [x, y] = spot();
              return put(
                x,
                y,
                path('M-30 4C-34 -34 34 -34 30 4C24 14 12 6 10 8L8 34H-8L-10 8C-12 6 -24 14 -30 4Z', '#8b6a4d') +
                  path('M-20 0C-20 -22 20 -22 20 0Z', '#a9866a'),
                any() * 360,
              );
            }) +
            times(16, () => {
              const [x, y] = spot();
              return put(x, y, line('M0 0l26 -8M6 -2l4 -9M14 -5l3 -9', '#557a3c', 4), any() * 360);
            }),
        ),
        0,
        1.06,
      ) +
      times(3, (i) =>
        put(
          130 + i * 70,
          130 + (i % 2) * 40,
          lifted(path('M-46 6C-52 -56 52 -56 46 6C36 20 18 10 16 12L14 58H-14L-16 12C-18 10 -36 20 -46 6Z', '#efe2d2')),
          i * 24 - 20,
        ),
      ),
  },
  {
    name: 'coffee-morning',
    svg: () => {
      const any = chance(7);
      const heart = path(
        'M0 54C-64 8 -52 -46 -18 -44C-4 -43 0 -28 0 -22C0 -28 4 -43 18 -44C52 -46 64 8 0 54Z',
        '#f1dcc0',
      );
      return (
        washed(['#e7d3bd', '#d3b596'], 45) +
        times(46, () =>
          put(
            any() * 1200,
            any() * 800,
            oval(0, 0, 17, 11, '#4a2a17') + line('M-13 2C-5 -6 5 6 13 -2', '#2f190c', 2.5),
            any() * 180,
          ),
        ) +
        put(420, 400, cup('#b8563b', heart), -28, 1.25) +
        put(850, 330, cup('#2f5d62', circle(0, 0, 80, '#6d4328') + circle(-16, -12, 46, '#8a5a3a')), 30, 1.02) +
        put(
          900,
          640,
          lifted(
            circle(0, 0, 100, '#f7f1e8') +
              path(
                'M-70 20C-60 -50 60 -50 70 20C52 34 40 10 20 14C8 18 -8 18 -20 14C-40 10 -52 34 -70 20Z',
                '#d3913f',
              ) +
              times(4, (i) => line(`M${-36 + i * 24} ${-22 - (i % 3 ? 8 : 0)}L${-30 + i * 20} 12`, '#a9682a', 5)),
          ),
          -14,
        )
      );
    },
  },
  {
    name: 'fresh-bread',
    svg: () => {
      const loaf = (tone: string, cuts: number): string =>
        lifted(
          path('M-190 30C-210 -60 -90 -92 0 -92C90 -92 210 -60 190 30C180 84 -180 84 -190 30Z', tone) +
            times(cuts, (i) =>
              put(
                -120 + i * (240 / (cuts - 1)),
                -18,
                path('M-12 -44C6 -20 6 20 -8 44C20 22 26 -20 -12 -44Z', '#f7e3bd'),
                14,
              ),
            ),
          8,
          18,
          14,
          '#3a1d0855',
        );
      return (
        washed(['#f4e6d0', '#e6cfae'], 90) +
        rect(0, 560, 1200, 240, '#8a5a3a') +
        rect(0, 560, 1200, 16, '#a9744d') +
        put(340, 520, loaf('#c5833d', 4), 0, 1.15) +
        put(770, 530, loaf('#a9682a', 5), 0, 1.28) +
        put(
          980,
          300,
          times(3, (i) =>
            put(
              i * 46 - 46,
              0,
              lifted(
                path('M-22 250L-30 -130C-28 -170 28 -170 30 -130L22 250Z', ['#d3984f', '#c5833d', '#dba55e'][i]!) +
                  times(4, (j) => line(`M-16 ${-110 + j * 64}L18 ${-84 + j * 64}`, '#f7e3bd', 9)),
              ),
              -8 + i * 9,
            ),
          ),
          4,
        ) +
        put(
          150,
          300,
          times(7, (i) =>
            put(
              0,
              0,
              line('M0 200C0 90 10 40 0 -60', '#c9a14e', 6) +
                times(7, (j) =>
                  oval(
                    j % 2 ? 10 : -10,
                    -60 + j * 20,
                    7,
                    14,
                    '#dcb766',
                    `transform="rotate(${j % 2 ? 26 : -26} ${j % 2 ? 10 : -10} ${-60 + j * 20})"`,
                  ),
                ),
              -30 + i * 10,
            ),
          ),
        )
      );
    },
  },
  {
    name: 'citrus-spritz',
    svg: () => {
      const glass = (drink: string, top: string): string => {
        const wine = fade([top, drink]);
        return (
          `<defs>${wine.defs}</defs>` +
          lifted(
            path('M-110 -250C-120 -90 -90 -10 0 0C90 -10 120 -90 110 -250Z', '#ffffff3d') +
              path('M-107 -190C-110 -84 -84 -16 0 -8C84 -16 110 -84 107 -190Z', wine.use) +
              rect(-7, -4, 14, 190, '#ffffff77') +
              oval(0, 190, 92, 16, '#ffffff77'),
            6,
            14,
            12,
            '#5a1d0a44',
          ) +
          put(-20, -150, rect(-34, -34, 68, 68, '#ffffff55', 10), 20) +
          put(38, -92, rect(-30, -30, 60, 60, '#ffffff44', 10), -16) +
          line('M60 -330L10 -40', '#f7f1e8', 9) +
          put(92, -236, citrus(64, '#f29a2e', '#f7b95a')) +
          line('M-84 -220C-88 -130 -70 -70 -44 -44', '#ffffff99', 7)
        );
      };
      return (
        washed(['#ffd9b0', '#ff9d76', '#e3645c'], 80) +
        circle(880, 250, 190, '#fff1d6') +
        rect(0, 640, 1200, 160, '#a63d4a') +
        rect(0, 640, 1200, 12, '#c25462') +
        put(420, 520, glass('#e8502f', '#f9a03f')) +
        put(730, 530, glass('#d9373f', '#f77f4f')) +
        put(1010, 660, citrus(80, '#f29a2e', '#f7b95a')) +
        put(140, 668, leaf(150, 50, '#4d7d35'), 60) +
        put(170, 672, leaf(130, 44, '#6da04c'), 20)
      );
    },
  },
  {
    name: 'garden-tomatoes',
    svg: () => {
      const any = chance(19);
      return (
        washed(['#f6efe1', '#ebdfc6'], 60) +
        times(4, (row) =>
          times(6, (column) =>
            put(
              110 + column * 200 + (row % 2) * 90,
              100 + row * 205,
              (row + column) % 3 === 0 ? lifted(basil(104), 4, 8, 6, '#1d331a44') : tomato(62 + any() * 14),
              any() * 360,
            ),
          ),
        )
      );
    },
  },
  {
    name: 'ice-cream',
    svg: () => {
      const cone = (scoops: readonly string[]): string =>
        lifted(
          scoops
            .map((tone, i) =>
              put(
                0,
                -i * 104,
                path(
                  'M-104 16C-110 -120 110 -120 104 16C92 40 74 14 56 34C36 52 20 22 0 34C-20 46 -38 18 -56 34C-76 46 -94 38 -104 16Z',
                  tone,
                ) + oval(-38, -52, 26, 14, '#ffffff55', 'transform="rotate(-30 -38 -52)"'),
              ),
            )
            .reverse()
            .join('') +
            clipped(
              '<path d="M-92 22L0 330L92 22Z"/>',
              rect(-100, 20, 200, 320, '#dba055') +
                times(9, (i) => line(`M${-180 + i * 44} 20l150 320M${180 - i * 44} 20l-150 320`, '#b97d37', 5)),
            ),
          8,
          14,
          12,
          '#00000033',
        );
      return (
        washed(['#bfe6e0', '#8fd0cb'], 90) +
        times(5, (i) => circle(120 + i * 260, 90 + (i % 2) * 60, 120, '#ffffff22')) +
        put(300, 440, cone(['#f6b7c1', '#fff3dd']), -10) +
        put(600, 470, cone(['#7a4a30', '#f6b7c1', '#c7e2a4'])) +
        put(900, 440, cone(['#ffd27a', '#b9d7f2']), 10)
      );
    },
  },
  {
    name: 'lemon-grove',
    svg: () => {
      const any = chance(5);
      const lemon =
        path('M-84 0C-70 -58 50 -66 84 -10C104 -8 106 10 90 14C60 66 -62 60 -84 0Z', '#f4cc3c') +
        path('M-60 -10C-44 -44 20 -48 52 -24', 'none', 'stroke="#fae48e" stroke-width="12" stroke-linecap="round"');
      return (
        washed(['#1f5c55', '#17443f'], 70) +
        times(20, (i) =>
          put(
            60 + (i % 5) * 270 + any() * 60,
            80 + Math.floor(i / 5) * 210,
            times(3, (j) =>
              put(0, 0, leaf(150 + any() * 40, 44, ['#2f7d6c', '#3f9a7d', '#27695d'][j]!), j * 110 + any() * 50),
            ),
            any() * 360,
          ),
        ) +
        times(9, (i) =>
          put(
            130 + (i % 3) * 440 + any() * 90,
            150 + Math.floor(i / 3) * 260,
            lifted(lemon, 6, 12, 10, '#06201c77'),
            any() * 360,
            0.95,
          ),
        ) +
        put(820, 420, lifted(citrus(92, '#f4cc3c', '#fbe58a')))
      );
    },
  },
];
