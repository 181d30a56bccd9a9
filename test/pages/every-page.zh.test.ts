import { testEveryPage } from "./every-page.js";

testEveryPage("zh/");
