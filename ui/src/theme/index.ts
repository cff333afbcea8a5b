/**
 * The style sheets of the first screen, in order: Mantine's (one layer), the theme's variables, our tokens, overrides
 * of Mantine, the page. A component outside of the first screen imports its own sheet
 * (`@mantine/core/styles/Menu.layer.css`).
 */
import "@mantine/core/styles/baseline.layer.css";
import "@mantine/core/styles/global.layer.css";
import "@mantine/core/styles/UnstyledButton.layer.css";
import "@mantine/core/styles/Button.layer.css";
import "@mantine/core/styles/ActionIcon.layer.css";
import "@mantine/core/styles/Loader.layer.css";
import "@mantine/core/styles/Input.layer.css";
import "@mantine/core/styles/PasswordInput.layer.css";
import "@mantine/core/styles/Tooltip.layer.css";
import "virtual:mantine-variables.css";
import "./fonts.css";
import "./tokens.css";
import "./mantine.css";
import "./base.css";
import "./forced-colors.css";

export { theme } from "./theme";
export { mantineScheme, statelessSchemeManager } from "./scheme";
