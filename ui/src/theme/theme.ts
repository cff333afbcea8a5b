/**
 * The theme for Mantine. Used by the window and, for the static variables, by the build, so nothing here may import
 * styles. State colours are custom properties of `tokens.css`, not Mantine's.
 */
import { createTheme, type MantineColorsTuple } from "@mantine/core";

const brand: MantineColorsTuple = [
  "#E9F4F2",
  "#D3E9E5",
  "#AFD8D2",
  "#7CC8BE",
  "#52ABA1",
  "#2F9188",
  "#1A7A72",
  "#0B5C57",
  "#094B47",
  "#063633",
];
const gray: MantineColorsTuple = [
  "#FAF9F7",
  "#F3F1ED",
  "#ECE9E3",
  "#E8E5DF",
  "#D5D1C9",
  "#8F8A80",
  "#6C675E",
  "#57534C",
  "#37342F",
  "#1C1B19",
];
const dark: MantineColorsTuple = [
  "#EDEBE6",
  "#D2CFC8",
  "#B3AFA6",
  "#98948B",
  "#3C3B37",
  "#2C2C29",
  "#20201E",
  "#1A1A18",
  "#141413",
  "#0E0E0D",
];

const FONT = '"Inter Variable", Inter, "Segoe UI", system-ui, sans-serif';
const TRANSITION_MS = 120;
const FLOATING = { transitionProps: { transition: "fade", duration: TRANSITION_MS } } as const;

export const theme = createTheme({
  primaryColor: "brand",
  primaryShade: { light: 7, dark: 6 },
  autoContrast: false,
  defaultRadius: "md",
  cursorType: "default",
  respectReducedMotion: true,
  black: "#1C1B19",
  colors: { brand, gray, dark },
  fontFamily: FONT,
  fontFamilyMonospace: FONT,
  fontSizes: { xs: "12px", sm: "13px", md: "14px", lg: "15px", xl: "17px" },
  lineHeights: { xs: "16px", sm: "20px", md: "20px", lg: "24px", xl: "24px" },
  fontWeights: { regular: "400", medium: "500", bold: "600" },
  spacing: { xs: "8px", sm: "12px", md: "16px", lg: "24px", xl: "32px" },
  radius: { xs: "4px", sm: "6px", md: "8px", lg: "12px", xl: "16px" },
  shadows: {
    xs: "var(--shadow-1)",
    sm: "var(--shadow-1)",
    md: "var(--shadow-2)",
    lg: "var(--shadow-2)",
    xl: "var(--shadow-3)",
  },
  headings: {
    fontFamily: FONT,
    fontWeight: "600",
    sizes: {
      h1: { fontSize: "20px", lineHeight: "28px" },
      h2: { fontSize: "17px", lineHeight: "24px" },
      h3: { fontSize: "15px", lineHeight: "24px" },
      h4: { fontSize: "13px", lineHeight: "20px" },
    },
  },
  // Plain objects: importing the components would load all of them at the start.
  components: {
    Button: { defaultProps: { size: "sm" } },
    ActionIcon: { defaultProps: { variant: "subtle", color: "gray", size: 36 } },
    Input: { defaultProps: { size: "sm" } },
    Select: { defaultProps: { size: "sm", allowDeselect: false, comboboxProps: { shadow: "md", ...FLOATING } } },
    Checkbox: { defaultProps: { size: "xs", radius: "xs" } },
    Switch: { defaultProps: { size: "sm", withThumbIndicator: false } },
    SegmentedControl: { defaultProps: { size: "sm", transitionDuration: TRANSITION_MS } },
    // Keyboard users can read it too.
    Tooltip: {
      defaultProps: {
        openDelay: 400,
        withArrow: false,
        events: { hover: true, focus: true, touch: false },
        ...FLOATING,
      },
    },
    // Without the empty element that would take the focus first, and that a menu must not contain.
    Menu: {
      defaultProps: { shadow: "md", position: "bottom-end", withInitialFocusPlaceholder: false, ...FLOATING },
    },
    Popover: { defaultProps: { shadow: "md", ...FLOATING } },
    Modal: {
      defaultProps: {
        radius: "lg",
        shadow: "xl",
        centered: true,
        lockScroll: false,
        overlayProps: { blur: 0 },
        ...FLOATING,
      },
    },
    Drawer: {
      defaultProps: {
        shadow: "xl",
        lockScroll: false,
        overlayProps: { blur: 0 },
        transitionProps: { duration: TRANSITION_MS },
      },
    },
  },
});
